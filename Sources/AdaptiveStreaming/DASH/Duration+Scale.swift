extension Duration {
    /// To the nanosecond.
    static func units(_ count: Int, of scale: Int) -> Duration {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: scale)
        return .seconds(seconds) + .nanoseconds(Int64((Double(rest) / Double(scale) * 1e9).rounded()))
    }

    /// How many units it is, of which there are so many to a second.
    func units(_ scale: Int) -> Int? {
        let (whole, overflow) = Int(components.seconds).multipliedReportingOverflow(by: scale)
        let rest = Int((Double(components.attoseconds) / 1e18 * Double(scale)).rounded())
        return overflow || abs(whole) > 1 << 61 ? nil : whole + rest
    }
}
