import Playhead
import PlayheadTesting
import Synchronization
import Testing

/// Contract section 3 as far as it concerns what is told, over the fake and over real media.
@Suite(.timeLimit(.minutes(2)))
struct ObservationContractTests {
    @Test(arguments: Backend.allCases)
    func `3.1: the snapshot is right without any observer and from any thread`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        harness.player.removeObserver(harness.log)
        let player = harness.player
        player.load(try harness.long(), autoplay: true)
        try await player.waitUntil(.started)
        let wrong = await withTaskGroup { group in
            for _ in 1...4 {
                group.addTask {
                    var last = player.snapshot
                    var wrong = 0
                    for _ in 1...2000 {
                        let next = player.snapshot
                        let isInside =
                            next.position >= .zero && next.position <= next.duration ?? next.position
                        if next.position < last.position || !isInside || next.item == nil { wrong += 1 }
                        last = next
                    }
                    return wrong
                }
            }
            harness.media?.advance(by: .seconds(2))
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `3.3: events with one cause come in their order`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let item = try harness.film(from: .seconds(3))
        harness.player.load(item, autoplay: true)
        try await harness.playsToEnd()
        let events = await harness.closes()
        func index(_ matches: (PlayerEvent) -> Bool) throws -> Int {
            let index = events.firstIndex(where: matches)
            return try #require(index)
        }
        let itemChanged = try index { $0.isItem(item) }
        let duration = try index { if case .durationChanged = $0 { true } else { false } }
        let ready = try index { $0 == .ready }
        let isReady = try index { $0 == .statusChanged(from: .opening, to: .ready) }
        let finished = try index { $0 == .finished(.natural) }
        let isFinished = try index { if case .statusChanged(_, .ended) = $0 { true } else { false } }
        let isPaused = try index {
            if case .stateChanged(let change) = $0 { change.reason == .ended } else { false }
        }
        #expect([itemChanged, duration, ready, isReady, finished, isFinished, isPaused].isAscending)
    }

    @Test(arguments: Backend.allCases)
    func `3.3: an error comes before the state that it leads to`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        harness.loadMissing(autoplay: true)
        let error = try await harness.player.waitForError()
        let events = await harness.closes()
        let told = try #require(events.firstIndex(of: .error(error)))
        let ended = try #require(events.firstIndex(of: .finished(.error)))
        let failed = try #require(events.firstIndex(of: .statusChanged(from: .opening, to: .failed)))
        let state = try #require(
            events.firstIndex {
                if case .stateChanged(let change) = $0 { change.reason == .error } else { false }
            })
        #expect([told, ended, failed, state].isAscending)
    }

    @Test(arguments: Backend.allCases)
    func `3.4: a value that the caller sets is reported once`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        for volume in [0.5, 0.5, 0.25, 0.25, 1, 1] { harness.player.volume = volume }
        for mode in [AspectMode.fit, .fill, .fill, .stretch, .fit] { harness.player.aspectMode = mode }
        let events = await harness.closes()
        let volumes = events.compactMap { if case .volumeChanged(let volume) = $0 { volume } else { nil } }
        let modes = events.compactMap { if case .aspectModeChanged(let mode) = $0 { mode } else { nil } }
        #expect(volumes == [0.5, 0.25, 1])
        #expect(modes == [.fill, .stretch, .fit])
    }

    @Test(arguments: Backend.allCases)
    func `3.9: the position increases, and after a seek from its target`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        let target = Duration.seconds(59)
        harness.seek(to: target)
        #expect(harness.player.position >= target)
        try await harness.player.wait(for: "the seek") { !$0.state.isBuffering }
        try await harness.playsToEnd()
        #expect(harness.player.position == harness.player.duration)
        await harness.closes()
        let positions = harness.log.positions.dropLast(while: { $0 == .zero })
        let seek = try #require(positions.firstIndex { $0 >= target })
        #expect(positions[..<seek].isAscending)
        #expect(positions[seek...].isAscending)
    }

    @Test(arguments: Backend.allCases)
    func `3.9: a pause keeps the position, and playback resumes from it`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        try await harness.inTheMiddle()
        harness.player.pause()
        try await harness.player.waitUntil(state: .paused(buffering: false))
        harness.media?.advance(by: .seconds(1))
        let paused = harness.player.position
        #expect(paused >= .milliseconds(500) && paused < LongSound.duration)
        harness.player.play()
        #expect(harness.player.position >= paused)
        try await harness.plays(for: .milliseconds(200))
        await harness.closes()
        #expect(harness.log.positions.dropLast(while: { $0 == .zero }).isAscending)
    }

    @Test func `3.8: positions are reported 10 times per second of media, and not while paused`() async throws
    {
        let harness = Harness(.fake)
        let media = try #require(harness.media)
        let player = harness.player
        player.load(try harness.film(), autoplay: true)
        for step in 1...20 {
            media.advance(by: .milliseconds(100))
            #expect(player.position == .milliseconds(100 * step))
        }
        player.pause()
        let before = media.current?.commands.count
        media.advance(by: .seconds(10))
        #expect(player.position == .seconds(2))
        #expect(media.current?.commands.count == before)
        #expect(
            media.current?.commands.last { if case .setTicking = $0 { true } else { false } }
                == .setTicking(false))
        await harness.closes()
        let ticks = harness.log.positions.map { $0.inSeconds * 10 }
        #expect(ticks.allSatisfy { abs($0 - $0.rounded()) < 1e-9 })
    }
}

extension Collection where Element: Comparable {
    var isAscending: Bool { zip(self, dropFirst()).allSatisfy(<=) }
}

extension Array {
    /// Without the last elements that match: what closing adds.
    func dropLast(while matches: (Element) -> Bool) -> Self {
        Self(reversed().drop(while: matches).reversed())
    }
}
