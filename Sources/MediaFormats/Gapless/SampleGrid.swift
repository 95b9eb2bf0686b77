/// The instants of samples: so many in a second, the first one at zero.
package struct SampleGrid: Sendable, Equatable {
    /// How many in a second; at least one.
    package let rate: Int

    package init(rate: Int) { self.rate = max(rate, 1) }

    /// The nearest sample, also before the first.
    package func sample(at time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        let nanoseconds = Double(attoseconds) / 1_000_000_000
        let rest = (nanoseconds * Double(rate) / 1_000_000_000).rounded()
        return Int(clamping: seconds.multipliedReportingOverflow(by: Int64(rate)).partialValue) + Int(rest)
    }

    /// When a sample is due, to the nearest nanosecond.
    package func time(of sample: Int) -> Duration {
        let (seconds, rest) = sample.quotientAndRemainder(dividingBy: rate)
        return .seconds(seconds)
            + .nanoseconds(Int64((Double(rest) * 1_000_000_000 / Double(rate)).rounded()))
    }
}
