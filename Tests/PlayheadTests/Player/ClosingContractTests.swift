import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics

/// Closing, and what is under way meanwhile (contract 2.1, 2.6, 2.7).
@Suite(.timeLimit(.minutes(1)))
struct ClosingContractTests {
    private let item = MediaItem(uri: "fake://film")

    private func closeAtOnce(_ player: Player) { player.close() }

    @Test func `2.7: close returns after the teardown of the pipelines`() async throws {
        let media = FakeMedia(FakeScript { $0.teardown = .whenTold })
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        player.load(item, autoplay: true)
        let order = Mutex<[String]>([])
        let closing = Task {
            await player.close()
            order.withLock { $0.append("closed") }
        }
        try await player.wait(for: "the closing") { $0.status == .closed }
        // It is told before it is carried out.
        try await waitUntil { media.pipelines.allSatisfy(\.isDiscarded) }
        order.withLock { $0.append("told") }
        media.finishTeardown()
        await closing.value
        #expect(order.withLock { $0 } == ["told", "closed"])
    }

    @Test func `2.7: close returns after its last event, also with a slow observer`() async {
        let media = FakeMedia()
        let player = media.makePlayer()
        let gate = Gate()
        let log = EventLog()
        let slow = Listener { player, event in
            log.player(player, received: event)
            if event.isItem(item) { gate.pass() }
        }
        player.addObserver(slow)
        player.load(item)
        await gate.waitForArrival()
        let closing = Task { await player.close() }
        gate.open()
        _ = await closing.value
        #expect(log.statuses.last == .closed)
    }

    @Test func `2.7: a close during a command on another thread loses no event`() async {
        let gate = Gate()
        let player = BlockingPipeline.player(gate: gate, place: .playing, made: BlockingPipeline.Box())
        let log = EventLog()
        player.addObserver(log)
        let events = player.events
        player.load(item)
        Gate.detach { player.play() }
        await gate.waitForArrival()
        closeAtOnce(player)
        gate.open()
        await player.close()
        #expect(log.statuses.last == .closed)
        #expect(log.ends == [.stopped])
        var last: ItemStatus?
        for await event in events { if case .statusChanged(_, let status) = event { last = status } }
        #expect(last == .closed)
    }

    @Test func `2.7: close waits for a pipeline in creation`() async throws {
        let gate = Gate()
        let made = BlockingPipeline.Box()
        let player = BlockingPipeline.player(gate: gate, place: .opening, made: made)
        Gate.detach { player.load(item) }
        await gate.waitForArrival()
        let order = Mutex<[String]>([])
        let closing = Task {
            await player.close()
            order.withLock { $0.append("closed") }
            return made.pipeline.withLock { $0 }?.isDiscarded.withLock { $0 }
        }
        try await waitUntil { player.status == .closed }
        order.withLock { $0.append("opened") }
        gate.open()
        #expect(await closing.value == true)
        #expect(order.withLock { $0 } == ["opened", "closed"])
    }

    @Test func `2.1: no command waits for a hanging pipeline`() async {
        let gate = Gate()
        let player = BlockingPipeline.player(gate: gate, place: .opening, made: BlockingPipeline.Box())
        Gate.detach { player.load(item) }
        await gate.waitForArrival()
        player.play()
        player.toggle()
        player.isMuted = true
        player.stop()
        player.load(item, autoplay: true)
        #expect(player.state == .playing(buffering: true))
        #expect(player.isMuted)
        player.reset()
        closeAtOnce(player)
        #expect(player.status == .closed)
        gate.open()
        await player.close()
    }

    @Test(arguments: Backend.allCases)
    func `2.7: a player that is released is closed`(_ backend: Backend) async throws {
        var harness: Harness? = Harness(backend)
        weak let released = harness?.player
        let media = harness?.media
        try await harness?.inTheMiddle()
        let events = harness?.player.events
        harness = nil
        // A thread that is delivering something at this moment holds the player until it is done.
        if let events { for await _ in events {} }
        #expect(released == nil)
        if let media { #expect(media.current?.isDiscarded == true) }
    }

    @Test(arguments: Backend.allCases)
    func `2.7: a player may be closed at any moment`(_ backend: Backend) async throws {
        for step in 0..<20 {
            let harness = Harness(backend)
            harness.player.load(
                try harness.film(from: step % 2 == 0 ? nil : .seconds(1)), autoplay: step % 3 == 0)
            if step > 10 { try await harness.player.wait(for: "readiness") { $0.status != .opening } }
            if step > 14 { harness.seek(to: .seconds(2)) }
            if step > 16 { harness.player.play() }
            await harness.closes()
            #expect(harness.log.statuses.last == .closed)
        }
    }

    @Test func `2.7: two concurrent closes return both`() async {
        let media = FakeMedia()
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        async let first = player.close()
        async let second = player.close()
        _ = await (first, second)
        #expect(player.status == .closed)
    }
}
