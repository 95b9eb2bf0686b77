import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// When a recording begins and ends, and what its file and its disk may do to it.
@Suite(.timeLimit(.minutes(1)))
struct RecordingLifeTests {
    @Test func `session traces start and end at any time, several at once`() async throws {
        let harness = Harness(.fake)
        let boxes = [RecordingBox(), RecordingBox(), RecordingBox()]
        let whole = try harness.player.record(into: boxes[0].write)
        try await harness.inTheMiddle()
        let first = try harness.player.record(into: boxes[1].write)
        harness.seek(to: .seconds(20))
        let second = try harness.player.record(into: boxes[2].write)
        harness.player.pause()
        try await first.stop()
        harness.player.isMuted = true
        await harness.closes()
        try await second.stop()
        try await whole.stop()
        let steps = try boxes.map { try $0.replaysTheSame() }
        #expect(steps[1].map(\.input).first?.hasPrefix("command seek target: 20 s") == true)
        #expect(steps[1].last?.snapshot.state == .paused(buffering: false))
        let commands = steps[2].map(\.input).filter { $0.hasPrefix("command") }
        #expect(commands.prefix(2) == ["command pause", "command setMuted true"])
        #expect(steps[2].first?.snapshot.position == .seconds(20))
        #expect(steps[0].count > steps[1].count + steps[2].count)
    }

    @Test func `a stopped session trace ends, and a second stop changes nothing`() async throws {
        let harness = Harness(.fake)
        let box = RecordingBox()
        let recording = try harness.player.record(into: box.write)
        harness.player.isMuted = true
        try await recording.stop()
        harness.player.isMuted = false
        try await recording.stop()
        #expect(try box.replaysTheSame().map(\.input) == ["command setMuted true"])
        await harness.closes()
    }

    @Test func `a session trace ends with its release, and with that of the player`() async throws {
        let boxes = [RecordingBox(), RecordingBox()]
        let held = Mutex<SessionTrace?>(nil)
        try {
            let player = FakeMedia().makePlayer()
            _ = try player.record(into: boxes[0].write)
            player.isMuted = true
            let recording = try player.record(into: boxes[1].write)
            held.withLock { $0 = recording }
            player.isMuted = false
        }()
        try await held.withLock { $0 }?.stop()
        #expect(try boxes[1].replaysTheSame().map(\.input) == ["command setMuted false"])
        // Each is written in its own time: its beginning, and its end.
        try await waitUntil { boxes[0].lines.count >= 2 }
        #expect(try boxes[0].replaysTheSame().isEmpty)
    }

    @Test func `a session trace starts inside a callback, at the snapshot of the event or later`()
        async throws
    {
        let harness = Harness(.fake)
        let box = RecordingBox()
        let recording = Mutex<SessionTrace?>(nil)
        let player = harness.player
        let observation = player.observe { [weak player] event in
            guard event == .ready, let player else { return }
            recording.withLock { $0 = try? player.record(into: box.write) }
            player.isMuted = true
        }
        harness.player.load(try harness.film())
        try await harness.player.wait(for: "the callback") { $0.isMuted }
        await harness.closes()
        observation.cancel()
        try await recording.withLock { $0 }?.stop()
        let steps = try box.replaysTheSame()
        #expect(steps.first?.input == "command setMuted true")
        #expect(steps.first?.snapshot.status == .ready)
    }

    @Test func `2.8: a closed player gives no session trace`() async throws {
        let harness = Harness(.fake)
        await harness.closes()
        #expect { _ = try harness.player.captureTrace(to: "/nonexistent") } throws: {
            ($0 as? PlayerError)?.code == .closed
        }
    }

    @Test func `a trace file is complete when close returns`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "a b.jsonl").path(percentEncoded: false)
        try Data("what was there before, and longer than what comes, is gone".utf8).write(
            to: URL(filePath: path))
        let harness = Harness(.fake)
        let recording = try harness.player.captureTrace(to: path)
        harness.player.load(try harness.film(), autoplay: true)
        try await harness.playsToEnd()
        await harness.closes()
        var replay = try TraceReplay(of: path)
        #expect(try replay.run() == nil)
        #expect(replay.ending == .complete)
        #expect(replay.version == Player.version)
        #expect(recording.fault == nil)
    }

    @Test func `a trace line may be longer than the read buffer`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "long.jsonl").path(percentEncoded: false)
        let harness = Harness(.fake)
        let recording = try harness.player.captureTrace(to: path)
        let uri = "fake://" + String(repeating: "é雪", count: 100_000)
        harness.player.load(MediaItem(uri: uri))
        harness.player.isMuted = true
        try await recording.stop()
        var replay = try TraceReplay(of: path)
        _ = try replay.next()
        #expect(try replay.next()?.snapshot.item?.uri == uri)
        #expect(try replay.run() == nil)
        #expect(replay.ending == .complete)
        await harness.closes()
    }

    @Test func `a trace file that cannot be created is an error at once`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appending(path: "pipe").path(percentEncoded: false)
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let player = FakeMedia().makePlayer()
        let paths: [(String, PlayerError.Code)] = [
            ("/nonexistent/x.jsonl", .notFound), (folder.url.path(), .isDirectory), (pipe, .notRegularFile),
            ("", .notFound), ("/sys/x", .notPermitted),
        ]
        for (path, code) in paths {
            #expect("\(path)") { _ = try player.captureTrace(to: path) } throws: {
                ($0 as? PlayerError)?.code == code
            }
        }
    }

    @Test func `a full disk is a warning, and playback continues`() async throws {
        let harness = Harness(.fake)
        let recording = try harness.player.captureTrace(to: "/dev/full")
        let player = harness.player
        try await player.wait(for: "the warning") { $0.warningCount == 1 }
        #expect(recording.fault?.code == .writeFailed)
        await #expect { try await recording.stop() } throws: { ($0 as? PlayerError)?.code == .writeFailed }
        harness.player.load(try harness.film(), autoplay: true)
        #expect(try await harness.playsToEnd() == .natural)
        let events = await harness.closes()
        #expect(events.contains { if case .warning = $0 { true } else { false } })
    }

    @Test func `2.1: a hanging disk delays no command, and the trace reports missing inputs`() async throws {
        let harness = Harness(.fake)
        let (box, gate) = (RecordingBox(), Gate())
        let recording = try harness.player.record(limit: 10) { bytes in
            gate.pass()
            box.write(bytes)
        }
        await gate.waitForArrival()
        for number in 1...50 { harness.player.volume = Double(number) / 100 }
        gate.open()
        try await harness.player.wait(for: "the command") { $0.volume == 0.5 }
        harness.player.load(try harness.film(), autoplay: true)
        try await harness.playsToEnd()
        await harness.closes()
        try await recording.stop()
        var replay = try TraceReplay(text: box.text)
        #expect(try replay.run() == nil)
        #expect(replay.ending == .complete)
        #expect(replay.lostCount >= 40)
    }
}
