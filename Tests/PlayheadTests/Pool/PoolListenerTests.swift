import Playhead
import PlayheadTesting
import Synchronization
import Testing

/// Who listens to a player that its pool takes back, and has not heard everything by then.
@Suite(.timeLimit(.minutes(1)))
struct PoolListenerTests {
    /// Is held in its first call; writes down what it hears, and whether it was called while it was being called.
    private final class SlowListener: PlayerObserver {
        let log = EventLog()
        let gate = Gate()
        private let calls = Mutex((number: 0, underWay: 0, most: 0))

        var mostAtOnce: Int { calls.withLock(\.most) }

        func player(_ player: Player, received event: PlayerEvent) {
            log.player(player, received: event)
            let isFirst = calls.withLock { calls in
                calls.number += 1
                calls.underWay += 1
                calls.most = max(calls.most, calls.underWay)
                return calls.number == 1
            }
            if isFirst { gate.pass() }
            calls.withLock { $0.underWay -= 1 }
        }
    }

    private struct Scene {
        let pool = PlayerPool(capacity: 1) { FakeMedia().makePlayer(configuration: .silent) }
        let player: Player
        let listener = SlowListener()

        /// A player that was taken back while its listener hears of the first event.
        init() async throws {
            pool.items = (0..<3).map { MediaItem(uri: "fake://\($0)") }
            player = try #require(pool.player(at: 0))
            player.addObserver(listener)
            player.isMuted = true
            await listener.gate.waitForArrival()
            player.volume = 0.5
            pool.currentIndex = 1
        }

        func closeByForce() { player.close(force: true) }
    }

    @Test func `an observer of a pooled player receives all events up to the end of its item`() async throws {
        let scene = try await Scene()
        Gate.detach { scene.listener.gate.open() }
        await scene.player.isHeard(within: .seconds(30))
        #expect(scene.listener.log.events.contains(.volumeChanged(0.5)))
        #expect(scene.listener.log.ends == [.stopped])
        let heard = scene.listener.log.events
        scene.player.play()
        await scene.pool.close()
        #expect(scene.listener.log.events == heard)
    }

    @Test func `3.5: a removed observer gets no further call`() async throws {
        let scene = try await Scene()
        scene.player.removeObserver(scene.listener)
        scene.listener.gate.open()
        await scene.pool.close()
        #expect(scene.listener.log.events == [.mutedChanged(true)])
    }

    @Test func `2.7: an observer gets no call after a forced close`() async throws {
        let scene = try await Scene()
        scene.closeByForce()
        scene.listener.gate.open()
        await scene.pool.close()
        #expect(scene.listener.log.events == [.mutedChanged(true)])
    }

    @Test func `3.5: an observer that is added again gets ordered calls without overlap`() async throws {
        let scene = try await Scene()
        let beside = EventLog()
        scene.player.addObserver(beside)
        scene.player.addObserver(scene.listener)
        scene.player.subtitleDelay = .seconds(1)
        Gate.detach { scene.listener.gate.open() }
        await scene.pool.close()
        #expect(scene.listener.mostAtOnce == 1)
        let events = scene.listener.log.events
        #expect(events.first == .mutedChanged(true))
        #expect(beside.events.allSatisfy(events.contains))
        #expect(events.suffix(beside.events.count) == beside.events)
    }
}
