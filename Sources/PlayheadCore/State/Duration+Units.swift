extension Duration {
    /// The absolute value.
    package var magnitude: Duration { self < .zero ? .zero - self : self }

    /// The duration in seconds, for display and JSON.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// The duration in seconds, rounded to the millisecond, for display.
    var inShownSeconds: Double { (inSeconds * 1000).rounded() / 1000 }

    /// The duration in whole nanoseconds, GStreamer's unit; clamped to 292 years.
    package var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflowToo ? (seconds < 0 ? .min : .max) : sum
    }

    /// The maximum duration of a medium, 292 years, because of GStreamer's unit.
    package static let farthest: Duration = .nanoseconds(Int64.max)
}
