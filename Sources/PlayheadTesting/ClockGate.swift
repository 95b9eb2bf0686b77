package import Playhead

/// Lets a virtual clock that is held run for a wait, and holds it again at the very instant that ends the wait.
package struct ClockGate {
    private let clock: VirtualClock
    private let observation: PlayerObservation

    /// Nil when there is no clock that is held. `isOver` is asked of every event, while the clock stands still.
    package init?(_ player: Player, isOver: @escaping @Sendable (PlayerEvent) -> Bool) {
        guard let clock = player.configuration.clock.virtualClock, clock.isHeld else { return nil }
        self.clock = clock
        observation = player.observe { event in
            if isOver(event) { clock.hold() }
        }
        clock.release()
    }

    package func close() {
        clock.hold()
        observation.cancel()
    }
}
