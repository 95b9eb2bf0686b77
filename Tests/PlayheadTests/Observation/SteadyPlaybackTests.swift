import Playhead
import PlayheadTesting
import Testing

/// Two speeds of facts (contract 3.7) and freshness (3.2), over the fake and over real media.
@Suite(.timeLimit(.minutes(1)))
struct SteadyPlaybackTests {
    @Test(arguments: Backend.allCases)
    func `3.7: steady playback reports positions alone, and changes no rare fact`(
        _ backend: Backend
    )
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        player.load(try harness.long(), autoplay: true)
        try await harness.plays(for: .milliseconds(500))
        let before = player.snapshot
        try await harness.plays(for: .seconds(1))
        let after = player.snapshot
        #expect(after.hasSameFacts(as: before) && after.position > before.position)
        await harness.closes()
        // What an observer has heard by a moment is known only now: it may be late.
        let events = harness.log.events
        func place(of position: Duration) -> Int? {
            events.firstIndex { if case .positionChanged(position...) = $0 { true } else { false } }
        }
        let (first, last) = (
            try #require(place(of: .milliseconds(500))), try #require(place(of: .milliseconds(1300)))
        )
        #expect(Array(events[first..<last]).withoutPositions.isEmpty)
    }

    @Test func `3.7: positions are measured only while an observer exists`() async throws {
        let harness = Harness(.fake)
        let player = harness.player
        let media = try #require(harness.media)
        func isMeasuring() -> Bool {
            let switches = media.current?.commands.compactMap {
                if case .setTicking(let ticks) = $0 { ticks } else { nil }
            }
            return switches?.last ?? false
        }
        player.removeObserver(harness.log)
        player.load(try harness.film(), autoplay: true)
        #expect(!isMeasuring())
        player.addObserver(harness.log)
        #expect(isMeasuring())
        player.removeObserver(harness.log)
        #expect(!isMeasuring())
        var token: PlayerObservation? = player.observe { _ in }
        #expect(token != nil && isMeasuring())
        token = nil
        #expect(!isMeasuring())
        do {
            let events = player.events
            #expect(isMeasuring())
            withExtendedLifetime(events) {}
        }
        #expect(!isMeasuring())
        media.advance(by: .milliseconds(1500))
        #expect(player.position == .milliseconds(1500))
        await harness.closes()
    }

    @Test(arguments: Backend.allCases)
    func `3.2: the properties are at least as new as every event`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        let stale = TokenLog()
        let observer = Listener { player, event in
            if !event.isOutdone(by: player.snapshot) { stale.append(event) }
        }
        player.addObserver(observer)
        let token = player.observe { event in
            if !event.isOutdone(by: player.snapshot) { stale.append(event) }
        }
        let events = player.events
        let consumer = Task {
            for await event in events where !event.isOutdone(by: player.snapshot) { stale.append(event) }
        }
        player.load(try harness.film(from: .seconds(3)), autoplay: true)
        for step in 1...100 { player.volume = Double(step) / 1000 }
        try await harness.playsToEnd()
        for step in 101...200 { player.volume = Double(step) / 1000 }
        await harness.closes()
        await consumer.value
        withExtendedLifetime(token) {}
        #expect(stale.events.isEmpty)
    }
}

extension PlayerEvent {
    /// Whether a snapshot shows this event or what came after it, in a life in which an item is loaded once, plays to its end and is
    /// closed, and the volume only rises.
    fileprivate func isOutdone(by snapshot: PlayerSnapshot) -> Bool {
        let isClosed = snapshot.status == .closed
        return switch self {
        case .volumeChanged(let volume): snapshot.volume >= volume
        case .itemChanged(let change): snapshot.item == change.item || isClosed
        case .durationChanged(let duration): snapshot.duration == duration || isClosed
        case .ready: snapshot.status != .opening
        case .finished: snapshot.endReason != nil || isClosed
        case .positionChanged(let position): snapshot.position >= position || isClosed
        case .statusChanged(_, let status):
            snapshot.status == status || status != .closed && snapshot.status != .idle
        default: true
        }
    }
}
