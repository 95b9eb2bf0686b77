/// How what a clock shows relates to the time that passes: a line from the last moment at which its pace changed.
package struct RateMapping: Sendable {
    /// How much faster than time the clock runs.
    package private(set) var pace = 1.0
    /// What both showed when the pace was taken.
    private var shown: Duration = .zero
    private var time: Duration = .zero

    package init() {}

    /// How much time had passed when the clock showed this.
    package func time(at shown: Duration) -> Duration {
        time + (pace == 1 ? shown - self.shown : (shown - self.shown) / pace)
    }

    /// What the clock shows when so much time has passed.
    package func shown(after time: Duration) -> Duration {
        shown + (pace == 1 ? time - self.time : (time - self.time) * pace)
    }

    /// The clock runs so fast from now on.
    package mutating func change(to pace: Double, at shown: Duration) {
        (time, self.shown, self.pace) = (time(at: shown), shown, pace)
    }
}
