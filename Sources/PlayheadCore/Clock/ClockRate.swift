internal import PlayheadSystem
internal import Synchronization

/// The rate of playback on a virtual clock.
final class ClockRate: Sendable {
    private let state = Mutex(RateMapping())

    var line: RateMapping { state.withLock { $0 } }

    fileprivate func change(to pace: Double, at shown: Duration) {
        state.withLock { $0.change(to: pace, at: shown) }
    }
}

extension VirtualClock {
    /// Sets the rate of playback on the clock. Deadlines and sleepers keep the normal rate.
    package func setPace(_ pace: Double) {
        guard pace != pacing.line.pace else { return }
        pacing.change(to: pace, at: clock.now)
        kick()
    }
}
