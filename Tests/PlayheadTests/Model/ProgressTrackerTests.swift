import Observation
import Playhead
import PlayheadTesting
import Testing

/// The bar that shows and moves playback.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ProgressTrackerTests {
    @Test func `3.8: the bar moves at its interval, and when playback starts, stops or jumps`() async throws {
        let harness = Harness(.fake)
        let (player, media) = (harness.player, try #require(harness.media))
        let tracker = ProgressTracker(player, interval: .milliseconds(500))
        player.load(try harness.film())
        await tracker.shows { $0.duration == .seconds(4) && $0.canSeek }
        #expect(tracker.progress == 0)
        player.play()
        await MainActor.looks()
        let updates = Updates { _ = tracker.time }
        for step in 1...30 {
            media.advance(by: .milliseconds(100))
            await MainActor.looks()
            #expect(tracker.time == .milliseconds(step / 5 * 500))
        }
        #expect(updates.count == 6)
        #expect(tracker.progress == 0.75)
        media.advance(by: .milliseconds(130))
        player.pause()
        await tracker.shows { $0.time == .milliseconds(3130) }
        harness.seek(to: .seconds(1))
        await tracker.shows { $0.progress == 0.25 }
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `the bar follows playback to its end, and returns for the next item`(_ backend: Backend) async throws
    {
        let harness = Harness(backend)
        let tracker = ProgressTracker(harness.player, interval: .milliseconds(100))
        harness.player.load(try harness.film(from: .seconds(3)), autoplay: true)
        try await harness.playsToEnd()
        await tracker.shows { $0.progress == 1 }
        #expect(tracker.time == harness.player.duration)
        harness.player.load(try harness.long())
        await tracker.shows { $0.time == .zero && $0.duration == LongSound.duration }
        await harness.closes()
        await tracker.shows { $0.duration == nil && $0.progress == 0 && !$0.canSeek }
    }

    @Test(arguments: Backend.allCases, ProgressTracker.SeekBehavior.allCases)
    func `playback does not move the bar during interaction`(
        _ backend: Backend, _ behavior: ProgressTracker.SeekBehavior
    ) async throws {
        let harness = Harness(backend)
        let tracker = ProgressTracker(
            harness.player, interval: .milliseconds(20), seekBehavior: behavior)
        try await harness.inTheMiddle()
        await tracker.shows { $0.time > .zero }
        tracker.isInteracting = true
        let held = tracker.time
        let updates = Updates { _ = tracker.time }
        try await harness.plays(for: .milliseconds(300))
        await MainActor.looks()
        #expect(tracker.time == held && updates.count == 0)
        tracker.isInteracting = false
        #expect(tracker.time >= held + .milliseconds(300))
        await harness.closes()
        #expect(harness.log.positions.dropLast(while: { $0 == .zero }).isAscending)
    }

    @Test(arguments: Backend.allCases)
    func `the bar has the position of a paused player`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        let tracker = ProgressTracker(player)
        try await harness.inTheMiddle()
        for _ in 0..<5 {
            player.play()
            try await harness.plays(for: .milliseconds(70))
            player.pause()
            let rest = await player.refreshed().position
            await tracker.shows { $0.time == rest }
        }
        await harness.closes()
    }

    @Test func `a deferred tracker seeks once, at the end of the interaction`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        let tracker = ProgressTracker(harness.player, interval: .milliseconds(100), seekBehavior: .deferred)
        try await harness.inTheMiddle()
        tracker.isInteracting = true
        for step in 1...50 {
            tracker.progress = Double(step) / 100
            media.advance(by: .milliseconds(16))
            #expect(tracker.progress == Double(step) / 100)
        }
        #expect(media.seeks.isEmpty)
        tracker.isInteracting = false
        #expect(media.seeks == [.seconds(30)])
        await harness.closes()
    }

    @Test
    func `an immediate tracker seeks during the interaction, and always to the last value`()
        async throws
    {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        media.script.seek = .whenTold
        media.script.isScrubbable = false
        let tracker = ProgressTracker(harness.player, interval: .milliseconds(100))
        try await harness.inTheMiddle()
        tracker.isInteracting = true
        for step in 1...50 {
            tracker.time = .seconds(step)
            #expect(harness.player.position == .seconds(step))
            if step.isMultiple(of: 10) { media.finishSeek() }
        }
        media.finishSeek()
        tracker.isInteracting = false
        #expect(media.seeks == [1, 10, 20, 30, 40, 50].map { .seconds($0) })
        #expect(tracker.time == .seconds(50))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases, ProgressTracker.SeekBehavior.allCases)
    func `the bar does not jump back before its seek has landed`(
        _ backend: Backend, _ behavior: ProgressTracker.SeekBehavior
    ) async throws {
        let harness = Harness(backend)
        harness.media?.script.seek = .whenTold
        let tracker = ProgressTracker(
            harness.player, interval: .milliseconds(10), seekBehavior: behavior)
        try await harness.inTheMiddle()
        await tracker.shows { $0.time > .zero }
        var least = Duration.seconds(60)
        tracker.isInteracting = true
        for step in 30...50 {
            tracker.time = .seconds(step)
            await MainActor.looks()
        }
        let updates = Updates { least = min(least, tracker.time) }
        tracker.isInteracting = false
        await MainActor.looks()
        #expect(tracker.time >= .seconds(50))
        harness.media?.finishSeek()
        harness.media?.finishSeek()
        try await harness.player.wait(for: "playback") { $0.progress.motion.isAdvancing }
        try await harness.plays(for: .milliseconds(100))
        await tracker.shows { $0.time > .seconds(50) }
        #expect(least >= .seconds(50))
        #expect(updates.count > 0)
        await harness.closes()
    }

    @Test func `a failed seek returns the bar to the playback position`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        media.script.seek = .whenTold
        let tracker = ProgressTracker(harness.player)
        try await harness.inTheMiddle()
        tracker.time = .seconds(30)
        #expect(tracker.time == .seconds(30))
        media.failSeek(PlayerError(.notSeekable, "No"))
        await tracker.shows { $0.time == .milliseconds(500) }
        await harness.closes()
    }

    @Test func `each value outside an interaction is a seek`() async throws {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        let tracker = ProgressTracker(harness.player, seekBehavior: .deferred)
        try await harness.inTheMiddle()
        tracker.progress = 0.5
        tracker.time = .seconds(6)
        #expect(media.seeks == [.seconds(30), .seconds(6)])
        #expect(tracker.progress == 0.1)
        await harness.closes()
    }

    @Test func `the bar stops at the end position of the item`() async throws {
        let harness = Harness(.fake)
        let tracker = ProgressTracker(harness.player)
        harness.player.load(try harness.film(to: .seconds(2)))
        await tracker.shows { $0.canSeek }
        for time in [Duration.seconds(3), .milliseconds(2500)] {
            tracker.time = time
            await harness.player.isTold(within: .seconds(20))
            #expect(tracker.time == .seconds(2))
        }
        await harness.closes()
    }

    @Test func `invalid values are clamped or ignored`() async throws {
        let harness = Harness(.fake)
        let tracker = ProgressTracker(harness.player)
        tracker.progress = 0.5
        tracker.time = .seconds(3)
        #expect(tracker.time == .zero && tracker.progress == 0)
        harness.player.load(try harness.film())
        tracker.progress = .nan
        #expect(tracker.time == .zero)
        for (value, expected) in [(-3.0, 0.0), (7, 1), (.infinity, 1), (-.infinity, 0)] {
            tracker.progress = value
            #expect(tracker.progress == expected)
        }
        tracker.time = Duration(attoseconds: .max)
        #expect(tracker.time == .seconds(4))
        tracker.time = Duration(attoseconds: .min)
        #expect(tracker.time == .zero)
        await harness.closes()
    }

    @Test func `content that cannot seek has an immovable bar`() async throws {
        let harness = Harness(.fake)
        harness.media?.script.isSeekable = false
        let tracker = ProgressTracker(harness.player)
        try await harness.inTheMiddle()
        let position = harness.player.position
        await tracker.shows { !$0.canSeek }
        tracker.isInteracting = true
        tracker.progress = 0.9
        #expect(tracker.time <= position)
        tracker.isInteracting = false
        #expect(tracker.time == position)
        #expect(harness.media?.seeks == [])
        await harness.closes()
    }

    @Test func `a new item discards the interaction`() async throws {
        let harness = Harness(.fake)
        let tracker = ProgressTracker(harness.player, seekBehavior: .deferred)
        try await harness.inTheMiddle()
        tracker.isInteracting = true
        tracker.progress = 0.5
        harness.player.load(try harness.film())
        tracker.isInteracting = false
        #expect(harness.player.position == .zero && tracker.time == .zero)
        #expect(harness.media?.seeks == [])
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `3.6: a released tracker leaves no observer, and does not change the player`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        weak var gone: ProgressTracker?
        do {
            let tracker = ProgressTracker(harness.player, interval: .milliseconds(1))
            gone = tracker
            try await harness.inTheMiddle()
            await tracker.shows { $0.time > .zero }
        }
        #expect(gone == nil)
        await MainActor.looks()
        #expect(harness.player.state.isPlaying)
        if let commands = harness.media?.current?.commands {
            let last = commands.last { if case .watchTimes = $0 { true } else { false } }
            #expect(last == .watchTimes(TimeSubscriptions()))
        }
        await harness.closes()
    }
}

extension ProgressTracker {
    /// Waits until something shows. The suite's time limit bounds it.
    func shows(_ condition: @escaping @MainActor @Sendable (ProgressTracker) -> Bool) async {
        for await isMet in Observations({ condition(self) }) where isMet { return }
    }
}

extension FakeMedia {
    /// Where the current pipeline was sent, in order.
    var seeks: [Duration] {
        current?.commands.compactMap { if case .seek(let request) = $0 { request.target } else { nil } } ?? []
    }
}
