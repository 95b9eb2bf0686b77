/// Converts between container time units and nanoseconds.
package enum Ticks {
    /// Converts ticks to nanoseconds, rounded down as in GStreamer. An overflow saturates.
    package static func nanoseconds(_ ticks: Int64, timescale: Int64) -> Int64 {
        guard timescale > 0 else { return 0 }
        let (whole, rest) = ticks.quotientAndRemainder(dividingBy: timescale)
        let (seconds, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return whole > 0 ? .max : .min }
        let magnitude = rest.magnitude.multipliedFullWidth(by: 1_000_000_000)
        let quotient = timescale.magnitude.dividingFullWidth((magnitude.high, magnitude.low))
        let part = Int64(quotient.quotient)
        let isBelow = rest < 0 && quotient.remainder > 0
        let (sum, overflows) = seconds.addingReportingOverflow(rest < 0 ? -part - (isBelow ? 1 : 0) : part)
        return overflows ? (whole > 0 ? .max : .min) : sum
    }
}
