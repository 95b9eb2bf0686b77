/// Converts between sample numbers and times. The first sample is at zero.
package struct SampleGrid: Sendable, Equatable {
    /// The sample rate in Hz, at least 1.
    package let rate: Int

    package init(rate: Int) { self.rate = max(rate, 1) }

    /// The nearest sample, also before the first one.
    package func sample(at time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        let nanoseconds = Double(attoseconds) / 1_000_000_000
        let rest = (nanoseconds * Double(rate) / 1_000_000_000).rounded()
        return Int(clamping: seconds.multipliedReportingOverflow(by: Int64(rate)).partialValue) + Int(rest)
    }

    /// The time of a sample, to the nearest nanosecond.
    package func time(of sample: Int) -> Duration {
        let (seconds, rest) = sample.quotientAndRemainder(dividingBy: rate)
        return .seconds(seconds)
            + .nanoseconds(Int64((Double(rest) * 1_000_000_000 / Double(rate)).rounded()))
    }
}
