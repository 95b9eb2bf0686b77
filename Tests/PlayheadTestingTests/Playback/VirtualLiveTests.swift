import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// A stream that goes on, on the clock of a player, which passes no real time: what is new of it comes with that clock.
@Suite(.timeLimit(.minutes(1)))
struct VirtualLiveTests {
    private static let windows: [LiveStream.Window] = [.all, .segments(6)]

    private func withPlayer(
        _ window: LiveStream.Window, startsWith count: Int = 6, rules: FaultRule...,
        body: (Player, VirtualClock, RequestLog) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        let live = LiveStream(from: "hls-ts/low.m3u8", window: window, startsWith: count)
        let server = try await MediaServer(
            folder: Repository.media, plan: FaultPlan(rules: rules, streams: ["tv.m3u8": live]), clock: clock)
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(clock)
        configuration.stallTimeout = .seconds(4)
        clock.hold()
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "tv.m3u8")))
        do {
            try await player.waitUntil(.ready)
            try await body(player, clock, server.log)
        } catch {
            Issue.record("\(error), \(clock.waitsFor ?? "the clock waits for nobody")")
        }
        clock.release()
        await player.close()
        await server.close()
    }

    @Test(arguments: windows) func `a live stream on a virtual clock is paused and resumed`(
        _ window: LiveStream.Window
    )
        async throws
    {
        try await withPlayer(window) { player, clock, _ in
            player.play()
            try await player.waitUntil(position: .seconds(8))
            player.pause()
            let (position, paused) = (player.position, clock.now.offset)
            await clock.advance(by: .seconds(5))
            #expect(player.position == position && clock.now.offset == paused + .seconds(5))
            player.play()
            try await player.waitUntil(position: .seconds(15))
            #expect(clock.now.offset - paused >= .seconds(5) + (.seconds(15) - position))
            #expect(player.error == nil && player.snapshot.gaps.isEmpty)
        }
    }

    @Test func `a paused live stream does not advance the virtual clock`() async throws {
        try await withPlayer(.all, startsWith: 3) { player, clock, log in
            player.play()
            try await player.waitUntil(position: .seconds(2))
            player.pause()
            clock.release()
            let paused = clock.now
            // What is on its way comes; then nobody waits for the clock.
            try await waitUntil { clock.waitsFor == nil }
            #expect(clock.now == paused)
        }
    }

    @Test func `a live stream on a virtual clock plays on from its first segment`() async throws {
        try await withPlayer(.all, startsWith: 1) { player, _, _ in
            player.play()
            try await player.waitUntil(position: .seconds(5), within: .seconds(30))
            #expect(player.error == nil && player.snapshot.gaps.isEmpty)
        }
    }

    @Test func `a live stream that gets no new segments ends at the stall timeout`() async throws {
        let rule = FaultRule("tv.m3u8", requests: .requests(from: 2), .stale)
        try await withPlayer(.segments(3), startsWith: 3, rules: rule) { player, clock, _ in
            clock.release()
            player.play()
            let error = try await player.waitForError(within: .seconds(30))
            #expect(error.code == .timedOut && player.snapshot.played > .seconds(1))
        }
    }
}
