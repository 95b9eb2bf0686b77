import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Real pipelines on a clock that passes no real time.
@Suite(.timeLimit(.minutes(1)))
struct VirtualClockTests {
    @Test func `a held clock moves only by its advances, and exactly`() async throws {
        let clock = VirtualClock()
        clock.hold()
        let player = Player(configuration: .virtual(clock))
        player.load(try Samples.named("av-h264-aac").item, autoplay: true)
        try await player.waitUntil(state: .playing(buffering: false))
        #expect(clock.now.offset == .zero && player.position == .zero)
        await clock.advance(by: .milliseconds(1234))
        #expect(player.position == .milliseconds(1234))
        player.pause()
        await clock.advance(by: .seconds(5))
        #expect(player.position == .milliseconds(1234) && clock.now.offset == .milliseconds(6234))
        await player.seek(to: .seconds(3))
        player.play()
        try await player.waitUntil(position: .milliseconds(3500))
        #expect(player.position == .milliseconds(3500) && clock.now.offset == .milliseconds(6734))
        player.speed = 2
        await clock.advance(by: .milliseconds(100))
        #expect(player.position == .milliseconds(3700))
        try await player.waitForEnd()
        await player.close()
    }

    @Test func `a sleep on the clock ends at its instant, with and without media`() async throws {
        let clock = VirtualClock()
        try await clock.sleep(for: .seconds(3600))
        #expect(clock.now.offset == .seconds(3600))
        let player = Player(configuration: .virtual(clock))
        player.load(try Samples.named("av-h264-aac").item, autoplay: true)
        try await player.waitUntil(.started)
        try await clock.sleep(until: .init(offset: .seconds(3602)))
        #expect(clock.now.offset >= .seconds(3602))
        await player.close()
    }

    @Test func `a cancelled sleep ends at once`() async throws {
        let clock = VirtualClock()
        clock.hold()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    /// In a process of its own, whose other players do not count for the clock's patience.
    @Test(.inTurn) func `a stalled download ends at its timeout`() async throws {
        await #expect(processExitsWith: .success) {
            let clock = VirtualClock()
            let plan = FaultPlan(rules: [FaultRule("**", .stall(at: 30_000), .ignoresRanges)])
            let server = try await MediaServer(folder: Samples.directory.path, plan: plan, clock: clock)
            let player = Player(configuration: .virtual(clock))
            player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")), autoplay: true)
            let error = try await player.waitForError(within: .seconds(30))
            #expect(error.code == .timedOut)
            await player.close()
            await server.close()
        }
    }

    /// A server in real time, one of whose playlists never comes. In a process of its own, as above.
    @Test(.inTurn) func `the clock waits again for a silent server that has answered`() async throws {
        await #expect(processExitsWith: .success) {
            let clock = VirtualClock()
            let plan = FaultPlan(rules: [
                FaultRule("low.m3u8", .stall(at: .bytes(0))),
                FaultRule("high-*.ts", .latency(.milliseconds(500))),
            ])
            let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
            let player = Player(configuration: .virtual(clock))
            player.load(MediaItem(uri: server.address(of: "hls-ts/master.m3u8")), autoplay: true)
            try await player.waitForEnd(within: .seconds(60))
            #expect(player.snapshot.endReason == .natural && player.snapshot.gaps.isEmpty)
            #expect(player.snapshot.warningCount == 1)
            #expect(server.log.requests.count { $0.path.hasSuffix(".ts") } == 4)
            await player.close()
            await server.close()
        }
    }
}

extension PlayerConfiguration {
    static func virtual(_ clock: VirtualClock) -> PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        return configuration
    }
}
