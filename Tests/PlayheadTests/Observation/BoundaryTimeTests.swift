import Playhead
import PlayheadTesting
import Testing

/// Contract 3.8: boundary times, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct BoundaryTimeTests {
    private let odd: [Duration] = [
        .milliseconds(2500), .milliseconds(2200), .milliseconds(2500), .seconds(-1), .seconds(99),
        Duration(attoseconds: .max), Duration(attoseconds: .min), .milliseconds(3333),
    ]

    @Test(arguments: Backend.allCases, [1, 2, 4])
    func `3.8: each boundary is reported once, in any order of the list and at any speed`(
        _ backend: Backend, _ speed: Double
    ) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.speed = speed
        let times = player.boundaryTimes(odd)
        player.load(try harness.film(from: .seconds(2)), autoplay: true)
        try await harness.playsToEnd()
        await harness.closes()
        #expect(try await times.elements == [2200, 2500, 3333].map { .milliseconds($0) })
    }

    @Test(arguments: Backend.allCases)
    func `3.8: a boundary is crossed backwards too`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        player.speed = -4
        await player.seek(to: .seconds(3))
        let times = player.boundaryTimes(odd + [.zero])
        player.play()
        try await harness.playsToEnd()
        await harness.closes()
        #expect(try await times.elements == [2500, 2200, 0].map { .milliseconds($0) })
    }

    @Test(arguments: Backend.allCases)
    func `3.8: a seek crosses no boundary, and playback crosses one every time`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        let times = player.boundaryTimes([.seconds(1), .seconds(2), .milliseconds(3500)])
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        await player.seek(to: .seconds(3))
        await player.seek(to: .milliseconds(500))
        await player.seek(to: .milliseconds(3300))
        for _ in 0..<2 {
            player.play()
            try await harness.playsToEnd()
            await player.seek(to: .milliseconds(3300))
        }
        await harness.closes()
        #expect(try await times.elements == [.milliseconds(3500), .milliseconds(3500)])
    }

    @Test(arguments: Backend.allCases)
    func `3.8: a pause neither loses nor repeats a boundary`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        let boundaries = (1...100).map { Duration.milliseconds(7 * $0) }
        let times = player.boundaryTimes(boundaries)
        player.load(try harness.long(), autoplay: true)
        try await player.waitUntil(.started)
        for _ in 0..<10 {
            try await harness.plays(for: .milliseconds(53))
            player.pause()
            player.play()
            try await player.wait(for: "playback") { $0.progress.motion.isAdvancing }
        }
        try await harness.plays(for: .milliseconds(700))
        await harness.closes()
        #expect(try await times.elements == boundaries)
    }

    @Test(arguments: Backend.allCases)
    func `3.8: boundaries apply to every item, and its end counts as crossed`(_ backend: Backend) async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        let end = Duration.milliseconds(3900)
        let times = player.boundaryTimes([.milliseconds(3800), end, .milliseconds(3950)])
        for _ in 0..<2 {
            player.load(try harness.film(from: .milliseconds(3700), to: end), autoplay: true)
            try await harness.playsToEnd()
        }
        await harness.closes()
        #expect(try await times.elements == [.milliseconds(3800), end, .milliseconds(3800), end])
    }

    @Test func `3.8: no boundaries give an empty sequence that ends with the player`() async throws {
        let harness = Harness(.fake)
        let times = harness.player.boundaryTimes([])
        harness.player.load(try harness.film(), autoplay: true)
        try await harness.playsToEnd()
        await harness.closes()
        #expect(try await times.elements.isEmpty)
    }
}
