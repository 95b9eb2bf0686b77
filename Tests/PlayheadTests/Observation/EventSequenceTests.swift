import Playhead
import PlayheadTesting
import Testing

/// The events as an asynchronous sequence (contract 3.3, 3.6).
@Suite(.timeLimit(.minutes(1)))
struct EventSequenceTests {
    private let media = FakeMedia()
    private let item = MediaItem(uri: "fake://film")

    private func collect(_ events: some AsyncSequence<PlayerEvent, Never> & Sendable) -> Task<
        [PlayerEvent], Never
    > {
        Task {
            var collected: [PlayerEvent] = []
            for await event in events { collected.append(event) }
            return collected
        }
    }

    /// Whether the pipeline was told last to report positions: it is, as long as somebody listens.
    private var isWatched: Bool {
        media.current?.commands.last { if case .setTicking = $0 { true } else { false } } == .setTicking(true)
    }

    @Test func `3.6: all consumers receive the same events in the same order until the player is closed`()
        async
    {
        let player = media.makePlayer()
        let tasks = (1...4).map { _ in collect(player.events) }
        let log = EventLog()
        player.addObserver(log)
        player.load(item, autoplay: true)
        media.advance(by: .seconds(20))
        await player.close()
        for task in tasks {
            let events = await task.value
            #expect(events.withoutPositions == log.events.withoutPositions)
            #expect(events.contains(.finished(.natural)))
        }
    }

    @Test func `3.6: an event sequence starts with the first event after its creation`() async {
        let player = media.makePlayer()
        player.isMuted = true
        let events = player.events
        player.isMuted = false
        await player.close()
        #expect(await collect(events).value.first == .mutedChanged(false))
    }

    @Test func `3.6: cancellation of a consumer detaches its sequence`() async {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        let events = player.events
        #expect(isWatched)
        let task = collect(events)
        task.cancel()
        _ = await task.value
        #expect(!isWatched)
        await player.close()
    }

    @Test func `3.6: a released sequence is detached`() async {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        do {
            let events = player.events
            #expect(isWatched)
            player.isMuted = true
            for await event in events where event == .mutedChanged(true) { break }
        }
        #expect(!isWatched)
        await player.close()
    }

    @Test func `2.8: the sequence of a closed player is at its end`() async {
        let player = media.makePlayer()
        await player.close()
        #expect(await collect(player.events).value.isEmpty)
    }

    @Test func `3.6: a sequence ends when the player is released`() async {
        var player: Player? = media.makePlayer()
        let task = player.map { collect($0.events) }
        player?.isMuted = true
        player = nil
        #expect(await task?.value == [.mutedChanged(true)])
        player = media.makePlayer()
        weak let released = player
        let events = player?.events
        player = nil
        #expect(released == nil)
        _ = events
    }

    @Test func `3.6: two tasks that share a sequence share its events and both end`() async {
        let player = media.makePlayer()
        let events = player.events
        let tasks = [collect(events), collect(events)]
        for step in 1...100 { player.volume = Double(step) / 200 }
        await player.close()
        var volumes: [Double] = []
        for task in tasks {
            for case .volumeChanged(let volume) in await task.value { volumes.append(volume) }
        }
        #expect(volumes.sorted() == (1...100).map { Double($0) / 200 })
    }

    @Test func `3.6: untaken events of a slow consumer are kept, and positions are merged`() async {
        let player = media.makePlayer()
        let events = player.events
        player.load(item, autoplay: true)
        media.advance(by: .seconds(5))
        player.reset()
        await player.close()
        let heard = await collect(events).value
        let positions = heard.compactMap {
            if case .positionChanged(let position) = $0 { position } else { nil }
        }
        #expect(positions.count < 5)
        #expect(heard.contains { $0.isItem(item) } && heard.contains(.finished(.stopped)))
    }
}
