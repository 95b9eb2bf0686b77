import Dispatch
import Playhead
import PlayheadTesting
import Testing

/// A slow listener of any kind delays nobody else, nor playback (contract 3.5, 3.6), over the fake and over real media.
@Suite(.timeLimit(.minutes(1)))
struct SlowListenerTests {
    @Test(arguments: Backend.allCases)
    func `3.5: hanging observers delay neither other observers nor playback`(
        _ backend: Backend
    )
        async throws
    {
        // A virtual clock waits for observers, until it loses patience.
        let harness = Harness(backend, inRealTime: true)
        let player = harness.player
        let gates = (0..<3).map { _ in Gate() }
        let hanging = Listener { _, _ in gates[0].pass() }
        let hangingOnQueue = Listener { _, _ in gates[1].pass() }
        player.addObserver(hanging)
        player.addObserver(hangingOnQueue, queue: DispatchQueue(label: "slow"))
        let token = player.observe { _ in gates[2].pass() }
        // A consumer that takes nothing.
        let untaken = player.events
        let quick = Listener()
        player.addObserver(quick)
        let events = collecting(player.events)
        player.load(try harness.film(from: .milliseconds(3800)), autoplay: true)
        for gate in gates { await gate.waitForArrival() }
        #expect(try await harness.playsToEnd() == .natural)
        await quick.hears(.finished(.natural))
        #expect(player.status == .ended)
        for gate in gates { gate.open() }
        // What was slow has missed nothing but positions.
        await hanging.hears(.finished(.natural))
        await hangingOnQueue.hears(.finished(.natural))
        await harness.closes()
        let all = harness.log.events.withoutPositions
        #expect(await events.value.withoutPositions == all)
        #expect(await collecting(untaken).value.withoutPositions == all)
        withExtendedLifetime(token) {}
    }

    @Test
    func `3.5, 3.6: an event reaches 100 observers and 100 sequences when one of each hangs`()
        async
    {
        let harness = Harness(.fake)
        let player = harness.player
        let gate = Gate()
        let hanging = Listener { _, _ in gate.pass() }
        player.addObserver(hanging)
        let untaken = player.events
        let observers = (0..<100).map { _ in Listener() }
        for observer in observers { player.addObserver(observer) }
        let consumers = (0..<100).map { _ in player.events }.map { events in
            Task { for await event in events where event == .mutedChanged(true) { return } }
        }
        player.isMuted = true
        for observer in observers { await observer.hears(.mutedChanged(true)) }
        for consumer in consumers { await consumer.value }
        gate.open()
        await harness.closes()
        #expect(await collecting(untaken).value.first == .mutedChanged(true))
    }
}
