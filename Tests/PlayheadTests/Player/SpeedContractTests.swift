import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract 4.3, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct SpeedContractTests {
    @Test(arguments: Backend.allCases)
    func `4.3: requested and effective speed are both readable`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        player.speed = 2
        #expect(player.speed == 2)
        try await player.wait(for: "the speed") { $0.effectiveSpeed == 2 }
        // Asking while paused does not start playback.
        #expect(player.state == .paused(buffering: false))
        #expect(player.position == .zero)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `4.3, 2.5: a speed before content applies from the first frame and over items`(
        _ backend: Backend
    ) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.speed = 4
        for _ in 0..<2 {
            player.load(try harness.film())
            try await player.waitUntil(.ready)
            #expect(player.effectiveSpeed == 4)
        }
        await harness.closes()
    }

    @Test(arguments: [
        (0.0, 1.0), (.nan, 1), (.infinity, 1), (0.01, 0.1), (100, 16), (-100, -16), (-0.5, -0.5),
    ])
    func `4.3: invalid speeds are ignored, and extreme ones clamped`(_ asked: Double, _ expected: Double)
        async throws
    {
        let harness = Harness(.fake)
        harness.player.speed = asked
        #expect(harness.player.speed == expected)
        await harness.closes()
    }

    @Test(arguments: [0.5, 1, 2, 4, -1, -2])
    func `4.3, 3.9: the position follows the speed, in either direction`(_ speed: Double) async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        let player = harness.player
        player.load(try harness.film())
        player.speed = speed
        await player.seek(to: .seconds(2))
        player.play()
        media.advance(by: .milliseconds(100))
        #expect(player.position == .seconds(2) + .milliseconds(100) * speed)
        media.advance(by: .milliseconds(150))
        #expect(player.position == .seconds(2) + .milliseconds(250) * speed)
        #expect(try await harness.playsToEnd() == .natural)
        #expect(player.position == (speed < 0 ? .zero : .seconds(4)))
        await harness.closes()
    }

    @Test func `4.3: at double speed media runs twice as fast as the clock`() async throws {
        let clock = VirtualClock()
        clock.hold()
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        let player = Player(configuration: configuration)
        player.speed = 2
        player.load(try Samples.named("av-h264-aac").item, autoplay: true)
        try await player.waitUntil(state: .playing(buffering: false))
        await clock.advance(by: .milliseconds(1500))
        #expect(player.position == .seconds(3))
        clock.release()
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
    }

    @Test func `4.3: backward playback ends at the start`() async throws {
        // Whose time does not pass while somebody is kept from telling positions.
        let player = Player(configuration: .virtual(VirtualClock()))
        player.load(try Samples.named("av-h264-aac").item)
        try await player.waitUntil(.ready)
        await player.seek(to: .seconds(2))
        player.speed = -2
        let log = EventLog()
        player.addObserver(log)
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.position == .zero)
        await player.close()
        let positions = log.events.compactMap {
            if case .positionChanged(let position) = $0 { position } else { nil }
        }
        #expect(positions.count > 3)
        #expect(positions == positions.sorted(by: >))
    }

    @Test(arguments: Backend.allCases)
    func `4.3: playback plays to the end after a change from backward to forward`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        player.speed = -1
        await player.seek(to: .seconds(2))
        #expect(player.effectiveSpeed == -1)
        player.speed = 4
        try await player.wait(for: "the speed") { $0.effectiveSpeed == 4 }
        #expect(await player.seek(to: .seconds(3)) == .completed(at: .seconds(3)))
        player.play()
        #expect(try await harness.playsToEnd() == .natural)
        #expect(player.position == player.duration)
        await harness.closes()
    }

    @Test(arguments: [0.5, 2, 4, 16])
    func `4.3, 4.7: playback at any speed has a natural end after the whole medium`(_ speed: Double)
        async throws
    {
        let player = Player(configuration: .silent)
        player.speed = speed
        player.load(MediaItem(uri: try Samples.named("av-h264-aac").item.uri, startPosition: .seconds(2)))
        try await player.waitUntil(.ready)
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.position == player.duration)
        #expect(abs(player.snapshot.played.inSeconds - 2) < 0.05)
        await player.close()
    }
}
