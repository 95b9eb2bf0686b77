/// Parses TTML2 time expressions (section 12.3.1) with their parameters (section 7.2).
struct TTMLTime {
    private var frameRate: Int64 = 30
    private var multiplier: (numerator: Int64, denominator: Int64) = (1, 1)
    private var tickRate: Int64 = 1
    private var isSMPTE = false
    private var dropsFrames = false

    /// Reads the parameters of a `tt` element.
    init(_ attributes: [String: String]) {
        func positive(_ name: String) -> Int64? {
            attributes[name].flatMap { Int64($0) }.flatMap { (1..<1 << 31).contains($0) ? $0 : nil }
        }
        let declaredRate = positive("frameRate")
        frameRate = declaredRate ?? 30
        // The form is "1000 1001". Documents from before the final TTML1 have a colon.
        let parts = (attributes["frameRateMultiplier"] ?? "").split { $0 == " " || $0 == ":" }
        let numbers = parts.compactMap { Int64($0) }.filter { (1..<1 << 20).contains($0) }
        if parts.count == 2, numbers.count == 2 { multiplier = (numbers[0], numbers[1]) }
        let subFrames = positive("subFrameRate") ?? 1
        tickRate =
            positive("tickRate") ?? declaredRate.map { min($0 * min(subFrames, 1 << 20), 1 << 50) } ?? 1
        isSMPTE = attributes["timeBase"] == "smpte"
        dropsFrames = isSMPTE && attributes["dropMode"] == "dropNTSC"
    }

    /// The time in nanoseconds; nil for an invalid expression.
    func nanoseconds(_ expression: String) -> Int64? {
        let text = expression.split { $0 == " " || $0 == "\n" || $0 == "\t" }.joined()
        return text.contains(":") ? clock(text) : offset(text)
    }

    private func clock(_ text: String) -> Int64? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 3 || fields.count == 4, let hours = Self.number(fields[0]),
            let minutes = Self.number(fields[1]), let seconds = Self.decimal(fields[2])
        else { return nil }
        guard seconds.whole < Self.limit else { return nil }
        let whole = hours * 3600 + minutes * 60 + seconds.whole
        guard fields.count == 4 else { return (whole * 1_000_000_000) + seconds.fraction }
        // The form is "FF" or "FF.subframes".
        guard let frames = Self.decimal(fields[3])?.whole, frames < 1 << 31, seconds.fraction == 0 else {
            return nil
        }
        guard isSMPTE else { return whole * 1_000_000_000 + framesDuration(frames) }
        let total = whole * frameRate
        let dropped = dropsFrames ? 2 * (whole / 60 - whole / 600) : 0
        return framesDuration(total + frames - dropped)
    }

    private func offset(_ text: String) -> Int64? {
        let metric = text.drop { $0.isNumber || $0 == "." }
        guard let value = Self.decimal(text[..<metric.startIndex]) else { return nil }
        if metric == "t" { return min(Ticks.nanoseconds(value.whole, timescale: tickRate), .max / 4) }
        guard let seconds = Self.product(value.whole, 1_000_000_000) else { return nil }
        let nanoseconds = seconds + value.fraction
        switch metric {
        case "h": return Self.product(nanoseconds, 3600)
        case "m": return Self.product(nanoseconds, 60)
        case "s": return nanoseconds
        case "ms": return nanoseconds / 1000
        case "f":
            let part = Self.product(framesDuration(1), value.fraction) ?? 0
            return framesDuration(value.whole) + part / 1_000_000_000
        default: return nil
        }
    }

    private func framesDuration(_ frames: Int64) -> Int64 {
        let (scaled, overflows) = frames.multipliedReportingOverflow(by: multiplier.denominator)
        guard !overflows else { return Int64.max / 4 }
        let time = Ticks.nanoseconds(scaled, timescale: frameRate * multiplier.numerator)
        return min(time, Int64.max / 4)
    }

    private static func product(_ value: Int64, _ factor: Int64) -> Int64? {
        let (product, overflows) = value.multipliedReportingOverflow(by: factor)
        return overflows || product > Int64.max / 4 ? nil : product
    }

    /// The maximum of hours, minutes and seconds, so that sums in nanoseconds do not overflow.
    private static let limit: Int64 = 1 << 18

    /// Parses a number of digits only.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text).flatMap { $0 < limit ? $0 : nil }
    }

    /// Parses a number and its fraction in billionths.
    private static func decimal(_ text: Substring) -> (whole: Int64, fraction: Int64)? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Int64(first), whole >= 0, whole < 1 << 60,
            first.utf8.first != UInt8(ascii: "+")
        else { return nil }
        guard parts.count == 2 else { return (whole, 0) }
        let digits = parts[1].prefix(9)
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let padding = String(repeating: "0", count: 9 - digits.count)
        return (whole, Int64(digits + padding) ?? 0)
    }
}
