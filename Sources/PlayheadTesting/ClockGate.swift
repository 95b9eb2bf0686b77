package import Playhead
private import Synchronization

/// Lets a virtual clock that is held run for a wait, and holds it again at the very instant that ends the wait.
package struct ClockGate: Sendable {
    private final class Latch: Sendable {
        private let clock: VirtualClock
        private let isShut = Mutex(false)

        init(_ clock: VirtualClock) { self.clock = clock }

        func open() { isShut.withLock { if !$0 { clock.release() } } }

        func shut() {
            isShut.withLock { isShut in
                // A call that was under way when the gate was closed comes too late: somebody else may have let the clock run.
                guard !isShut else { return }
                isShut = true
                clock.hold()
            }
        }
    }

    private let latch: Latch
    private let observation: PlayerObservation

    /// Nil when there is no clock that is held. `isOver` is asked of every event, while the clock stands still.
    package init?(_ player: Player, isOver: @escaping @Sendable (PlayerEvent) -> Bool) {
        guard let clock = player.configuration.clock.virtualClock, clock.isHeld else { return nil }
        let latch = Latch(clock)
        self.latch = latch
        observation = player.observe { event in
            if isOver(event) { latch.shut() }
        }
    }

    /// Lets the clock run, unless the wait is over already.
    package func open() { latch.open() }

    package func close() {
        observation.cancel()
        latch.shut()
    }
}
