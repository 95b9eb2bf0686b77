extension Duration {
    /// Without its sign.
    package var magnitude: Duration { self < .zero ? .zero - self : self }

    /// The length in seconds, as a number for people and JSON.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// The same for a person: to the millisecond.
    var inShownSeconds: Double { (inSeconds * 1000).rounded() / 1000 }

    /// The length in whole nanoseconds, GStreamer's unit; lengths beyond 292 years are cut to that.
    package var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflowToo ? (seconds < 0 ? .min : .max) : sum
    }

    /// No medium is longer, because GStreamer counts no further: 292 years.
    package static let farthest: Duration = .nanoseconds(Int64.max)
}
