package import Playhead
private import Synchronization

/// Lets a held virtual clock run during a wait, and holds it again at the instant that ends the wait.
package struct ClockGate: Sendable {
    private final class Latch: Sendable {
        private let clock: VirtualClock
        private let isShut = Mutex(false)

        init(_ clock: VirtualClock) { self.clock = clock }

        func open() { isShut.withLock { if !$0 { clock.release() } } }

        func shut() {
            isShut.withLock { isShut in
                // A callback that was in flight when the gate closed comes too late. Other code may have
                // released the clock.
                guard !isShut else { return }
                isShut = true
                clock.hold()
            }
        }
    }

    private let latch: Latch
    private let observation: PlayerObservation

    /// Makes a gate; nil if no virtual clock is held. `isOver` is called for every event, while the clock
    /// is held.
    package init?(_ player: Player, isOver: @escaping @Sendable (PlayerEvent) -> Bool) {
        guard let clock = player.configuration.clock.virtualClock, clock.isHeld else { return nil }
        let latch = Latch(clock)
        self.latch = latch
        observation = player.observe { event in
            if isOver(event) { latch.shut() }
        }
    }

    /// Releases the clock, unless the wait is already over.
    package func open() { latch.open() }

    package func close() {
        observation.cancel()
        latch.shut()
    }
}
