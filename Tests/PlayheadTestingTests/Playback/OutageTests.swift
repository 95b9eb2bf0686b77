import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// A server that goes away and comes back, and one that lets nobody in with an old address.
@Suite(.timeLimit(.minutes(2)))
struct OutageTests {
    static let stream = "hls-ts/low.m3u8"
    static let slowly = FaultPlan(rules: [FaultRule("*.ts", .rate(.bytesPerSecond(40_000)))])

    private func player(
        _ clock: VirtualClock, refreshExpiredURI: (@Sendable (String) async -> String?)? = nil
    ) -> Player {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(clock)
        configuration.refreshExpiredURI = refreshExpiredURI
        return Player(configuration: configuration)
    }

    @Test func `a stream survives a server that is down for 10 seconds`() async throws {
        let clock = VirtualClock()
        // From before the first server has it: in the moment between two, the port would be anybody's.
        let place = try HeldPort()
        let server = try await MediaServer(
            folder: Repository.media, plan: Self.slowly, clock: clock, port: place.port)
        let player = player(clock)
        player.load(MediaItem(uri: server.address(of: Self.stream)), autoplay: true)
        try await server.log.wait(for: "low-2.ts", count: 1)
        clock.hold()
        await server.close()
        await clock.advance(by: .seconds(10))
        let second = try await MediaServer(
            folder: Repository.media, plan: Self.slowly, clock: clock, port: place.port)
        clock.release()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.presentationReport.gaps.isEmpty && player.snapshot.played > .seconds(7.9))
        await player.close()
        await second.close()
        place.close()
    }

    @Test func `an expired address is refreshed after status 403`() async throws {
        let clock = VirtualClock()
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", .status(403))])
        let server = try await MediaServer(folder: Repository.media, plan: plan, clock: clock)
        let player = player(clock) { old in old.replacing("low-2.ts", with: "high-2.ts") }
        player.load(MediaItem(uri: server.address(of: Self.stream)), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.presentationReport.gaps.isEmpty)
        #expect(!server.log.requests(for: "high-2.ts").isEmpty)
        await player.close()
        await server.close()
    }
}
