import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics

/// A real live stream that is played faster to catch up.
@Suite(.timeLimit(.minutes(1)))
struct CatchUpPlaybackTests {
    /// All of 24 seconds is there, and begun so far from its beginning; it is wanted so far behind its end.
    private func withPlayer(
        from start: Duration, behind offset: Duration, _ body: (Player, VirtualClock) async throws -> Void
    ) async throws {
        let live = LiveStream(
            from: "hls-ts/low.m3u8", window: .all, startsWith: 12, segmentCount: 12, end: .stale)
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(streams: ["tv.m3u8": live]))
        let clock = VirtualClock()
        clock.hold()
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        configuration.liveOffset = offset
        configuration.catchUpSpeed = 1.25
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "tv.m3u8"), startPosition: start))
        do {
            try await player.waitUntil(.ready)
            // What comes takes real time, and is not to come too late for a clock that takes none.
            try await player.wait { $0.bufferedPosition ?? .zero >= start + .seconds(7) }
            player.play()
            try await player.waitUntil(.started)
            try await body(player, clock)
        } catch {
            Issue.record(error)
        }
        await player.close()
        await server.close()
    }

    @Test func `catch-up plays a live stream at 1.25 times the speed until its live offset is reached`()
        async throws
    {
        try await withPlayer(from: .seconds(4), behind: .seconds(19)) { player, clock in
            try await player.wait { $0.effectiveSpeed == 1.25 }
            let (start, begun) = (player.position, clock.now.offset)
            #expect(player.speed == 1)
            await clock.advance(by: .seconds(2))
            #expect(abs((player.position - start - .seconds(2.5)).inSeconds) < 0.05)
            try await player.wait { $0.effectiveSpeed == 1 }
            #expect(abs((player.position - .seconds(9)).inSeconds) < 0.2)
            let (there, then) = (player.position, clock.now.offset)
            #expect(abs(((there - start) - (then - begun) * 1.25).inSeconds) < 0.05)
            await clock.advance(by: .seconds(1))
            #expect(abs((player.position - there - .seconds(1)).inSeconds) < 0.05)
            #expect(clock.now.offset - then == .seconds(1))
            #expect(player.snapshot.gaps.isEmpty && player.error == nil)
        }
    }

    @Test func `a live stream at its live offset plays at normal speed`() async throws {
        try await withPlayer(from: .seconds(4), behind: .seconds(20)) { player, clock in
            let start = player.position
            await clock.advance(by: .seconds(3))
            #expect(abs((player.position - start - .seconds(3)).inSeconds) < 0.05)
            #expect(player.effectiveSpeed == 1)
        }
    }
}
