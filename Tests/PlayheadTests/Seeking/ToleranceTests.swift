import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract 4.2: where a seek may land. The sample has a keyframe every second.
@Suite(.timeLimit(.minutes(2)))
struct ToleranceTests {
    private static let cases: [(SeekTolerance, Duration)] = [
        (.exact, .milliseconds(1320)), (.before, .seconds(1)), (.after, .seconds(2)), (.near, .seconds(1)),
        (.within(before: .milliseconds(500), after: .zero), .seconds(1)),
        (.within(before: .milliseconds(100), after: .milliseconds(100)), .milliseconds(1320)),
    ]

    @Test(arguments: cases)
    func `4.2: a seek lands where its tolerance allows`(_ tolerance: SeekTolerance, _ expected: Duration)
        async throws
    {
        let player = Player(configuration: .silent)
        player.load(try Samples.named("video-only").item)
        try await player.waitUntil(.ready)
        #expect(await player.seek(to: .milliseconds(1320), tolerance: tolerance) == .completed(at: expected))
        #expect(player.position == expected)
        await player.close()
    }

    @Test func `4.2: near chooses the keyframe after the target when that is nearer`() async throws {
        let player = Player(configuration: .silent)
        player.load(try Samples.named("video-only").item)
        try await player.waitUntil(.ready)
        #expect(await player.seek(to: .milliseconds(1800), tolerance: .near) == .completed(at: .seconds(2)))
        await player.close()
    }

    @Test(arguments: Backend.allCases)
    func `4.2: skips in quick succession add up`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        Harness.skip(player, by: .seconds(1))
        Harness.skip(player, by: .seconds(1))
        #expect(await player.skip(by: .seconds(1)) == .completed(at: .seconds(3)))
        #expect(await player.skip(by: .seconds(-2)) == .completed(at: .seconds(1)))
        #expect(player.canSkipForward && player.canSkipBackward)
        #expect(await player.skip(by: .seconds(-60)) == .completed(at: .zero))
        #expect(!player.canSkipBackward)
        await harness.closes()
    }
}

extension Harness {
    /// The form that waits for nothing; asynchronous code cannot name it.
    static func skip(_ player: Player, by distance: Duration) { player.skip(by: distance) }
}
