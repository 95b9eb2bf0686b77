package import Playhead
private import Synchronization

/// Lets a virtual clock that is held run for a wait, and holds it again at the very instant that ends the wait.
package final class ClockGate: Sendable {
    /// A clock that is let run as long as the gate is open; a call of an observer that is still under way when it is closed does not
    /// hold it any more: somebody else may have let it run meanwhile.
    private final class Hold: Sendable {
        let clock: VirtualClock
        private let isOpen = Mutex(true)

        init(_ clock: VirtualClock) { self.clock = clock }

        func hold(closing: Bool = false) {
            isOpen.withLock { isOpen in
                guard isOpen else { return }
                clock.hold()
                if closing { isOpen = false }
            }
        }
    }

    private let hold: Hold
    private let observation: PlayerObservation

    /// Nil when there is no clock that is held. `isOver` is asked of every event, while the clock stands still.
    package init?(_ player: Player, isOver: @escaping @Sendable (PlayerEvent) -> Bool) {
        guard let clock = player.configuration.clock.virtualClock, clock.isHeld else { return nil }
        let hold = Hold(clock)
        self.hold = hold
        observation = player.observe { event in
            if isOver(event) { hold.hold() }
        }
        clock.release()
    }

    package func close() {
        hold.hold(closing: true)
        observation.cancel()
    }
}
