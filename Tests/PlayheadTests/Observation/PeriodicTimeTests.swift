import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics

/// Contract 3.8: periodic time, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct PeriodicTimeTests {
    @Test(arguments: Backend.allCases, [0.5, 1, 2, 4])
    func `3.8: each multiple of the interval is one tick, in order and at any speed`(
        _ backend: Backend, _ speed: Double
    ) async throws {
        let harness = Harness(backend)
        let player = harness.player
        let times = player.periodicTime(every: .milliseconds(100))
        player.speed = speed
        player.load(try harness.film(from: .seconds(2)), autoplay: true)
        try await harness.playsToEnd()
        let duration = try #require(player.duration)
        await harness.closes()
        let values = try await times.elements
        #expect(values.first == .seconds(2))
        let count = Int(duration / .milliseconds(100))
        #expect(values.ticks(every: .milliseconds(100)) == (20...count).map { .milliseconds(100 * $0) })
        #expect(values.last == duration)
        #expect(values.isAscending)
    }

    @Test func `3.8: backward playback gives the same ticks in descending order`() async throws {
        for backend in Backend.allCases {
            let harness = Harness(backend)
            let player = harness.player
            player.load(try harness.film())
            try await player.waitUntil(.ready)
            player.speed = -2
            await player.seek(to: .milliseconds(2050))
            let times = player.periodicTime(every: .milliseconds(100))
            player.play()
            try await harness.playsToEnd()
            await harness.closes()
            let values = try await times.elements
            let ticks = values.ticks(every: .milliseconds(100))
            #expect(ticks == (0...20).reversed().map { .milliseconds(100 * $0) })
            #expect(values == values.sorted(by: >))
        }
    }

    @Test func `3.8: ticks over HLS are complete with late media`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let sample = try Samples.named("hls-ts")
        let harness = Harness(.real)
        let player = harness.player
        let times = player.periodicTime(every: .milliseconds(250))
        let boundaries = player.boundaryTimes([.milliseconds(700), .seconds(6), .seconds(20)])
        player.load(MediaItem(uri: server.address(of: sample.path)), autoplay: true)
        try await player.waitUntil(position: .milliseconds(500))
        // A busy machine may have let it end.
        if player.status == .started {
            player.pause()
            player.play()
        }
        try await player.waitForEnd(within: .seconds(30))
        let duration = try #require(player.duration)
        await harness.closes()
        await server.close()
        let values = try await times.elements
        let count = Int(duration / .milliseconds(250))
        let ticks = values.ticks(every: .milliseconds(250)).filter { $0 > .zero }
        #expect(ticks == (1...count).map { .milliseconds(250 * $0) })
        #expect(values.isAscending)
        #expect(values.last == duration)
        #expect(try await boundaries.elements == [.milliseconds(700), .seconds(6)])
    }

    @Test func `3.8: ticks are exact on a manual clock`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        let times = player.periodicTime(every: .milliseconds(400))
        player.load(try harness.film())
        media.advance(by: .seconds(5))
        player.play()
        media.advance(by: .seconds(1))
        player.pause()
        media.advance(by: .seconds(5))
        player.play()
        media.advance(by: .milliseconds(300))
        harness.seek(to: .seconds(3))
        media.advance(by: .milliseconds(500))
        media.starve(true)
        media.advance(by: .seconds(5))
        media.starve(false)
        media.advance(by: .milliseconds(10))
        player.load(try harness.film(), autoplay: true)
        media.advance(by: .milliseconds(500))
        await player.close()
        let milliseconds = [
            0, 400, 800, 1000,  // until the pause
            1000, 1200,  // until the seek
            3000, 3000, 3200, 3500,  // until data ceases to come
            3500,  // until the next item
            0, 0, 400,
        ]
        #expect(try await times.elements == milliseconds.map { .milliseconds($0) })
    }

    @Test(arguments: Backend.allCases)
    func `3.8: no value on subscription, one when playback starts, and one when it stops`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        try await harness.inTheMiddle()
        player.pause()
        try await player.waitUntil(state: .paused(buffering: false))
        let paused = await player.refreshed().position
        // Longer than the medium: no ticks.
        let times = player.periodicTime(every: .seconds(1000))
        player.play()
        try await harness.plays(for: .milliseconds(100))
        let latest = player.position
        player.pause()
        // The outputs may come to rest a little further on.
        let stopped = player.position
        await harness.closes()
        let values = try await times.elements
        try #require(values.count == 2)
        #expect(values[0] >= paused && values[0] <= latest)
        #expect(values[1] >= latest && values[1] <= stopped)
    }

    @Test(arguments: Backend.allCases)
    func `3.8: a jump while paused gives one value, its target`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.long())
        try await player.waitUntil(.ready)
        let times = player.periodicTime(every: .milliseconds(10))
        await player.seek(to: .seconds(7))
        await player.seek(to: .seconds(7))
        await player.seek(to: .seconds(3))
        harness.media?.advance(by: .seconds(1))
        await harness.closes()
        #expect(try await times.elements == [.seconds(7), .seconds(3)])
    }

    @Test(arguments: Backend.allCases)
    func `3.2, 3.8: the position has reached a tick when it is received`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.long(), autoplay: true)
        let times = player.periodicTime(every: .milliseconds(20))
        async let enough: Void = harness.plays(for: .seconds(1))
        for await time in times {
            #expect(player.position >= time)
            if time >= .milliseconds(900) { break }
        }
        try await enough
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `3.8: position events keep their rate beside other intervals`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        let times = player.periodicTime(every: .milliseconds(10))
        player.load(try harness.film(), autoplay: true)
        try await harness.playsToEnd()
        await harness.closes()
        #expect(try await times.elements.count > 200)
        // Ten a second, and one each for the start, the end and the closing.
        #expect(harness.log.positions.count <= 44)
    }

    @Test func `3.7, 3.8: the pipeline measures no times without a consumer`()
        async throws
    {
        let media = FakeMedia()
        let player = media.makePlayer(configuration: .silent)
        func asked() throws -> [PipelineCommand] {
            try #require(media.current).commands.filter {
                switch $0 {
                case .watchTimes, .setTicking: true
                default: false
                }
            }
        }
        player.load(MediaItem(uri: "fake://item"), autoplay: true)
        media.advance(by: .seconds(1))
        #expect(try asked().isEmpty)
        do {
            let fine = player.periodicTime(every: .milliseconds(300))
            media.advance(by: .seconds(1))
            withExtendedLifetime(fine) {}
        }
        media.advance(by: .seconds(1))
        #expect(
            try asked() == [
                .watchTimes(TimeSubscriptions(every: .milliseconds(300))), .watchTimes(TimeSubscriptions()),
            ])
        await player.close()
    }

    @Test func `3.4, 3.7: snapshots and values do not change for the times of other consumers`()
        async throws
    {
        let harness = Harness(.fake)
        let player = harness.player
        player.load(try harness.long(), autoplay: true)
        let (snapshots, positions) = (player.snapshots, player.values(of: \.position))
        let times = player.periodicTime(every: .milliseconds(30))
        harness.media?.advance(by: .milliseconds(250))
        await harness.closes()
        let heard = try await positions.elements
        // The closing tells where it found the player.
        #expect(heard == [0, 100, 200, 250, 0].map { .milliseconds($0) })
        #expect(try await snapshots.elements.filter { $0.state.isPlaying }.count <= 3)
        #expect(try await times.elements.count == 8)
    }

    @Test func `3.6: cancellation or release of a time sequence detaches it`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        let player = harness.player
        player.load(try harness.long(), autoplay: true)
        let task = Task { [times = player.periodicTime(every: .seconds(1))] in
            var count = 0
            for await _ in times { count += 1 }
            return count
        }
        _ = player.boundaryTimes([.seconds(1)])
        task.cancel()
        _ = await task.value
        let last = media.current?.commands.last { if case .watchTimes = $0 { true } else { false } }
        #expect(last == .watchTimes(TimeSubscriptions()))
        await harness.closes()
    }

    @Test func `3.6, 3.8: each consumer of times has its own interval`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let sequences = (1...50).map { ($0, player.periodicTime(every: .milliseconds(20 * $0))) }
        player.load(try harness.film(), autoplay: true)
        try await harness.playsToEnd()
        await harness.closes()
        for (number, times) in sequences {
            let ticks = (0...4000 / (20 * number)).map { Duration.milliseconds(20 * number * $0) }
            #expect(try await times.elements.ticks(every: .milliseconds(20 * number)) == ticks)
        }
    }

    @Test func `3.6, 3.8: an untaken time sequence holds the last 256 values`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let times = player.periodicTime(every: .milliseconds(10))
        player.load(try harness.long(), autoplay: true)
        harness.media?.advance(by: .seconds(50))
        await harness.closes()
        let values = try await times.elements
        #expect(values.count == 256)
        #expect(values.last == .seconds(50))
    }

    @Test(arguments: [Duration.zero, .seconds(-3), .nanoseconds(7), Duration(attoseconds: .min)])
    func `3.8: intervals below 1 ms count as 1 ms`(_ interval: Duration) async throws {
        let harness = Harness(.fake)
        let times = harness.player.periodicTime(every: interval)
        harness.player.load(try harness.film(), autoplay: true)
        harness.media?.advance(by: .milliseconds(50))
        await harness.closes()
        #expect(try await times.elements == (0...50).map { .milliseconds($0) })
    }

    @Test func `3.8: on a closed player the sequences are empty`() async throws {
        let harness = Harness(.fake)
        await harness.closes()
        #expect(try await harness.player.periodicTime(every: .seconds(1)).elements.isEmpty)
        #expect(try await harness.player.boundaryTimes([.zero]).elements.isEmpty)
    }
}

extension AsyncSequence where Self: Sendable {
    /// Everything that is left of it, which has to end.
    var elements: [Element] {
        get async throws {
            var elements: [Element] = []
            for try await element in self { elements.append(element) }
            return elements
        }
    }
}

extension RandomAccessCollection<Duration> {
    /// The multiples of an interval among them, neighbours that are equal only once.
    func ticks(every interval: Duration) -> [Duration] {
        filter { $0.attoseconds % interval.attoseconds == 0 }.reduce(into: []) { ticks, tick in
            if ticks.last != tick { ticks.append(tick) }
        }
    }
}
