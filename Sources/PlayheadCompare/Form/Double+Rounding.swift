extension Double {
    /// The number with at most some decimals.
    func rounded(
        to decimals: Int, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) -> String {
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        let text = String((self * unit).rounded(rule) / unit)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
