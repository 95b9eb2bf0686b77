extension Duration {
    /// The duration of `count` units, to the nanosecond. `scale` is the number of units in a second.
    static func units(_ count: Int, of scale: Int) -> Duration {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: scale)
        return .seconds(seconds) + .nanoseconds(Int64((Double(rest) / Double(scale) * 1e9).rounded()))
    }

    /// The number of units of the duration. `scale` is the number of units in a second.
    func units(_ scale: Int) -> Int? {
        let (whole, overflow) = Int(components.seconds).multipliedReportingOverflow(by: scale)
        let rest = Int((Double(components.attoseconds) / 1e18 * Double(scale)).rounded())
        return overflow || abs(whole) > 1 << 61 ? nil : whole + rest
    }
}
