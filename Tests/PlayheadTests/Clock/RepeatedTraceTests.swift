import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What is told of a medium in virtual time, and when, is the same in every run, however busy the machine is.
///
/// `PLAYHEAD_TRACE_RUNS` says how often each is played; `make traces` asks for a hundred times.
@Suite(.stress, .timeLimit(.minutes(30)))
struct RepeatedTraceTests {
    private static let runs =
        ProcessInfo.processInfo.environment["PLAYHEAD_TRACE_RUNS"].flatMap { Int($0) } ?? 3

    /// Everything in `media/` that is one whole medium, by its path.
    private static func media(_ endings: Set<String>) -> [String] {
        let parts = ["hls-fmp4/main-init.mp4", "hls-subtitles/english.m3u8", "hls-subtitles/german.m3u8"]
        let paths = FileManager.default.subpaths(atPath: Samples.directory.path) ?? []
        return paths.filter { endings.contains(URL(filePath: $0).pathExtension) && !parts.contains($0) }
            .sorted()
    }

    static let files = media(["mp4", "mkv", "webm", "m4a", "m4b", "mp3", "ogg", "opus", "flac", "wav"])
    static let streams = media(["m3u8"])

    @Test func `the traces cover all sample media`() {
        #expect(Self.files.count >= 50 && Self.streams.count >= 10)
        #expect(Samples.all.allSatisfy { (Self.files + Self.streams).contains($0.path) })
    }

    @Test(arguments: files) func `the trace of a file is the same in every run`(_ path: String) async throws {
        let item = MediaItem(path: Samples.directory.appending(path: path).path)
        try await Self.repeats(path) { try await Self.trace(of: item, on: $0) }
    }

    /// How full a buffer is depends on what the network delivers in real time; the clock stands still meanwhile.
    @Test(arguments: streams) func `the trace of HLS over HTTP is the same in every run`(_ path: String)
        async throws
    {
        try await Self.repeats(path) { clock in
            let server = try await MediaServer(folder: Samples.directory.path, clock: clock)
            let trace = try await Self.trace(of: MediaItem(uri: server.address(of: path)), on: clock)
            await server.close()
            return trace
        }
    }

    /// Which variant is played must not depend on how busy the machine is. In a process of its own, in which nobody keeps the server from
    /// sending for longer than the clock has patience.
    @Test(.inTurn) func `an HLS trace is the same with a slow server in real time`() async throws {
        await #expect(processExitsWith: .success) { try await Self.comparesSlowHLS() }
    }

    private static func comparesSlowHLS() async throws {
        let path = "hls-ts/master.m3u8"
        let slow = FaultPlan(rules: [FaultRule("low-0.ts", .rate(.bytesPerSecond(20_000)))])
        var traces: [PlaybackTrace] = []
        for plan in [FaultPlan(), slow] {
            let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
            let item = MediaItem(uri: server.address(of: path))
            traces.append(try await trace(of: item, on: VirtualClock()))
            await server.close()
        }
        #expect(traces[0].events.contains { $0.isEnd })
        #expect(traces[1].difference(from: traces[0].text) == nil)
    }

    private static func repeats(_ path: String, _ play: (VirtualClock) async throws -> PlaybackTrace)
        async throws
    {
        let first = try await play(VirtualClock())
        #expect(first.events.contains { $0.isEnd })
        var others: [String: Int] = [:]
        for _ in 1..<max(runs, 2) {
            let difference = try await play(VirtualClock()).difference(from: first.text)
            if let difference { others[difference, default: 0] += 1 }
        }
        for (difference, count) in others {
            Issue.record(
                "\(path): \(count) of \(runs) runs differ from the first one in this way:\n\(difference)")
        }
    }

    private static func trace(of item: MediaItem, on clock: VirtualClock) async throws -> PlaybackTrace {
        let player = Player(configuration: .virtual(clock))
        let story = player.recordEvents(positions: true)
        player.load(item, autoplay: true)
        do {
            try await player.waitForEnd(within: .seconds(120))
        } catch is PlayerError {
            // What cannot be played tells the same every time, too.
        }
        await player.close()
        return story.trace.settled
    }
}

extension PlaybackTrace {
    /// The variants of a stream without their instants, after everything else: which one comes next is decided by how fast the network was, in real
    /// time.
    fileprivate var settled: PlaybackTrace {
        func isVariant(_ entry: Entry) -> Bool {
            if case .variantChanged = entry.event { true } else { false }
        }
        return PlaybackTrace(
            entries.filter { !isVariant($0) } + entries.filter(isVariant).map { Entry($0.event) })
    }
}

extension PlayerEvent {
    fileprivate var isEnd: Bool {
        switch self {
        case .finished, .error: true
        default: false
        }
    }
}
