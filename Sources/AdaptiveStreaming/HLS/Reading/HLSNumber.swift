internal import PlayheadCore
internal import PlayheadSystem

/// Converts numbers of HLS playlists.
enum HLSNumber {
    /// The maximum duration of a segment, about four months.
    static let longest: Duration = .seconds(10_000_000)

    /// A non-negative integer; nil when it is invalid or too large.
    static func integer(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0.digit != nil }) else { return nil }
        return Int(text)
    }

    /// A time in seconds, to the microsecond; nil when it is invalid, negative, or longer than ``longest``.
    static func duration(_ text: some StringProtocol) -> Duration? {
        let parts = String(text).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole.utf8.count <= 10 else { return nil }
        let fraction = parts.count > 1 ? parts[1] : ""
        guard !whole.isEmpty || !fraction.isEmpty, let seconds = whole.isEmpty ? 0 : integer(whole),
            fraction.utf8.allSatisfy({ $0.digit != nil })
        else { return nil }
        let result: Duration = .seconds(seconds) + .microseconds(microseconds(fraction))
        return result <= longest ? result : nil
    }

    /// A time in seconds with an optional sign.
    static func signedDuration(_ text: some StringProtocol) -> Duration? {
        guard text.hasPrefix("-") else { return duration(text.hasPrefix("+") ? text.dropFirst() : text[...]) }
        return duration(text.dropFirst()).map { .zero - $0 }
    }

    /// A time in seconds in decimal notation, with as many digits as needed.
    static func text(_ duration: Duration) -> String {
        duration < .zero ? "-" + (.zero - duration).decimalSeconds : duration.decimalSeconds
    }

    /// The value of the fractional digits in microseconds.
    static func microseconds(_ digits: some StringProtocol) -> Int {
        var result = 0
        var count = 0
        for digit in digits.utf8.prefix(6) {
            result = result * 10 + (digit.digit ?? 0)
            count += 1
        }
        while count < 6 {
            result *= 10
            count += 1
        }
        return result
    }
}
