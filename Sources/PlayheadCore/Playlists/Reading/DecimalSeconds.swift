internal import PlayheadSystem

extension Duration {
    /// Parses decimal seconds (`12`, `12.5`), exact to the attosecond; nil if invalid, negative, or out of
    /// range.
    init?(decimalSeconds text: some StringProtocol) {
        let parts = Substring(String(text)).split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1].prefix(18) : ""
        guard let first = parts.first, (1...10).contains(first.utf8.count),
            (first + fraction).utf8.allSatisfy({ $0.digit != nil }), let seconds = Int64(first)
        else { return nil }
        let padded = fraction + String(repeating: "0", count: 18 - fraction.utf8.count)
        self.init(secondsComponent: seconds, attosecondsComponent: Int64(padded) ?? 0)
    }

    /// The duration as decimal seconds, with as many digits as necessary.
    package var decimalSeconds: String {
        let (seconds, attoseconds) = components
        guard attoseconds > 0 else { return "\(seconds)" }
        let digits = "\(attoseconds)"
        let padded = String(repeating: "0", count: 18 - digits.utf8.count) + digits
        return "\(seconds)." + padded.prefix(padded.count - padded.reversed().prefix { $0 == "0" }.count)
    }
}
