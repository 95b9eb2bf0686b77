internal import PlayheadSystem
internal import Synchronization

/// How much faster than time a virtual clock is played on.
final class ClockRate: Sendable {
    private let state = Mutex(RateMapping())

    var line: RateMapping { state.withLock { $0 } }

    fileprivate func change(to pace: Double, at shown: Duration) {
        state.withLock { $0.change(to: pace, at: shown) }
    }
}

extension VirtualClock {
    /// Everything that is played on the clock is played so fast from now on; deadlines, and those who sleep on it, are not concerned.
    package func setPace(_ pace: Double) {
        guard pace != pacing.line.pace else { return }
        pacing.change(to: pace, at: clock.now)
        kick()
    }
}
