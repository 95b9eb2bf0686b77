import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics

/// Real streams that go on, cut from a recording by the server.
@Suite(.timeLimit(.minutes(2)))
struct LivePlaybackTests {
    private static let source = "hls-ts/low.m3u8"

    @Test func `a live stream starts at its live offset`() async throws {
        let clock = Self.standingClock
        try await withPlayer(
            LiveStream(from: Self.source, window: .all, startsWith: 12), on: clock
        ) { player, _ in
            #expect(player.streamType == .dvr && player.duration == nil)
            let range = try #require(player.seekableRange)
            #expect(range.lowerBound == .zero && range.upperBound >= .seconds(18))
            #expect(player.position == .seconds(18))
        }
        try await withPlayer(
            LiveStream(from: Self.source, window: .all, startsWith: 12), offset: .seconds(12), on: clock
        ) { player, log in
            #expect(player.position == .seconds(12))
            #expect(log.requests(for: "tv-6.ts").count == 1 && log.requests(for: "tv-5.ts").isEmpty)
        }
    }

    @Test func `a live stream plays on from its first segment`() async throws {
        // On the player's own clock, which passes no time while something is late on a busy machine.
        let (live, clock) = (LiveStream(from: Self.source, window: .all, startsWith: 1), VirtualClock())
        try await withPlayer(live, on: clock, isShared: true) { player, log in
            player.play()
            try await player.waitUntil(position: .seconds(5), within: .seconds(20))
            #expect(player.error == nil && log.requests(for: "tv-0.ts").count == 1)
        }
    }

    @Test func `a stream with a short window is live without DVR`() async throws {
        try await withPlayer(LiveStream(from: Self.source, window: .segments(5), startsWith: 5)) {
            player, _ in
            #expect(player.streamType == .live)
            #expect(player.liveOffset ?? .zero >= .seconds(6))
        }
    }

    @Test func `a live DVR stream is sought back within its window and to the live edge`() async throws {
        try await withPlayer(LiveStream(from: Self.source, window: .all, startsWith: 12)) { player, log in
            let result = await player.seek(to: .seconds(5))
            #expect(result == .completed(at: .seconds(5)))
            #expect(player.position == .seconds(5))
            #expect(log.requests(for: "tv-2.ts").count == 1)
            player.play()
            try await player.waitUntil(position: .seconds(9), within: .seconds(20))
            #expect(log.requests(for: "tv-4.ts").count == 1)
            player.pause()
            guard case .completed(let position) = await player.seekToLive() else {
                Issue.record("it was not sought in")
                return
            }
            #expect(position >= .seconds(18))
            #expect(player.error == nil && player.snapshot.gaps.isEmpty)
        }
    }

    @Test func `a live stream plays on across a restart of its timestamps`() async throws {
        let live = LiveStream(from: "hls-fmp4/main.m3u8", window: .all, startsWith: 6)
        try await withPlayer(live, on: Self.standingClock) { player, _ in
            #expect(player.position == .seconds(6))
            player.play()
            try await player.waitUntil(position: .seconds(11), within: .seconds(20))
            #expect(player.snapshot.gaps.isEmpty && player.error == nil)
        }
    }

    @Test func `the seekable range of a live stream moves during playback`() async throws {
        let live = LiveStream(from: Self.source, window: .segments(6), startsWith: 6)
        try await withPlayer(live) { player, _ in
            player.play()
            try await player.wait(within: .seconds(40)) { $0.seekableRange?.lowerBound ?? .zero > .zero }
            #expect(player.streamType == .live)
        }
    }

    @Test func `a seek in a live stream keeps its session address`() async throws {
        func session(_ number: Int) -> String {
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=140000\ntv.m3u8?session=\(number)\n"
        }
        let plan = FaultPlan(
            rules: [
                FaultRule("list.m3u8", .redirect(to: "/two.m3u8")),
                FaultRule("list.m3u8", requests: 1, .redirect(to: "/one.m3u8")),
            ],
            streams: ["tv.m3u8": LiveStream(from: Self.source, window: .segments(6), startsWith: 6)],
            documents: ["one.m3u8": session(1), "two.m3u8": session(2)])
        try await withPlayer(plan, "list.m3u8") { player, log in
            player.play()
            try await player.wait(within: .seconds(40)) {
                $0.seekableRange?.lowerBound ?? .zero >= .seconds(4)
            }
            let range = try #require(player.seekableRange)
            _ = await player.seek(to: range.upperBound - .seconds(6))
            #expect(log.requests(for: "list.m3u8").count == 1)
            #expect(!log.requests.contains { $0.query == "session=2" })
            #expect(player.position >= range.upperBound - .seconds(8))
            #expect(player.seekableRange?.lowerBound ?? .zero >= range.lowerBound)
        }
    }

    @Test func `a live stream plays on after a restart of its server, with a warning`() async throws {
        let plan = FaultPlan(
            rules: [
                FaultRule("list.m3u8", .redirect(to: "/two.m3u8")),
                FaultRule("list.m3u8", requests: .requests(1...2), .redirect(to: "/one.m3u8")),
            ],
            streams: [
                "one.m3u8": LiveStream(
                    from: Self.source, window: .segments(6), startsWith: 4, firstSequence: 100),
                "two.m3u8": LiveStream(from: Self.source, window: .segments(6), startsWith: 3),
            ])
        try await withPlayer(plan, "list.m3u8") { player, log in
            player.play()
            try await player.waitUntil(position: .seconds(14), within: .seconds(30))
            #expect(log.requests(for: "two-0.ts").count == 1)
            #expect(player.error == nil && player.snapshot.gaps.isEmpty, "\(player.snapshot.gaps)")
            #expect(player.snapshot.lastWarning?.message.contains("interrupted") == true)
        }
    }

    /// A clock on which a stream goes no further on than it is told, however long a busy machine takes to read it.
    private static var standingClock: VirtualClock {
        let clock = VirtualClock()
        clock.hold()
        return clock
    }

    /// Plays silently, and gives the player when it is ready and paused.
    private func withPlayer(
        _ live: LiveStream, offset: Duration? = nil, on clock: any Clock<Duration> = ContinuousClock(),
        isShared: Bool = false, _ body: (Player, RequestLog) async throws -> Void
    ) async throws {
        let plan = FaultPlan(streams: ["tv.m3u8": live])
        try await withPlayer(plan, "tv.m3u8", offset: offset, on: clock, isShared: isShared, body)
    }

    private func withPlayer(
        _ plan: FaultPlan, _ path: String, offset: Duration? = nil,
        on clock: any Clock<Duration> = ContinuousClock(), isShared: Bool = false,
        _ body: (Player, RequestLog) async throws -> Void
    ) async throws {
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan, clock: clock)
        var configuration = PlayerConfiguration.silent
        configuration.liveOffset = offset
        if isShared, let clock = clock as? VirtualClock { configuration.clock = .virtual(clock) }
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: path)))
        do {
            try await player.waitUntil(.ready)
            try await body(player, server.log)
        } catch {
            Issue.record(error)
        }
        await player.close()
        await server.close()
    }
}
