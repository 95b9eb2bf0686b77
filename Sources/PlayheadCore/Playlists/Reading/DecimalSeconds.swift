extension Duration {
    /// A length from a number of seconds as it is written (`12`, `12.5`), exact to the attosecond; nil when it is none, negative, or
    /// longer than anything.
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

    /// The same as it is written, with as many digits as it takes.
    package var decimalSeconds: String {
        let (seconds, attoseconds) = components
        guard attoseconds > 0 else { return "\(seconds)" }
        let digits = "\(attoseconds)"
        let padded = String(repeating: "0", count: 18 - digits.utf8.count) + digits
        return "\(seconds)." + padded.prefix(padded.count - padded.reversed().prefix { $0 == "0" }.count)
    }
}
