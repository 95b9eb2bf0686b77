/// A linear mapping between clock time and elapsed time, from the last change of the rate.
package struct RateMapping: Sendable {
    /// The rate of the clock relative to elapsed time.
    package private(set) var pace = 1.0
    /// The clock time and the elapsed time at the last change of the rate.
    private var shown: Duration = .zero
    private var time: Duration = .zero

    package init() {}

    /// The elapsed time at a clock time.
    package func time(at shown: Duration) -> Duration {
        time + (pace == 1 ? shown - self.shown : (shown - self.shown) / pace)
    }

    /// The clock time after an elapsed time.
    package func shown(after time: Duration) -> Duration {
        shown + (pace == 1 ? time - self.time : (time - self.time) * pace)
    }

    /// Changes the rate from now on.
    package mutating func change(to pace: Double, at shown: Duration) {
        (time, self.shown, self.pace) = (time(at: shown), shown, pace)
    }
}
