/// Numbers as HLS writes them.
enum HLSNumber {
    /// No segment lasts longer than this: four months.
    static let longest: Duration = .seconds(10_000_000)

    /// A number without sign and fraction; nil when it is none, or larger than can be held.
    static func integer(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0.digit != nil }) else { return nil }
        return Int(text)
    }

    /// A time in seconds, to the microsecond; nil when it is none, negative, or longer than ``longest``.
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

    /// The same with a sign.
    static func signedDuration(_ text: some StringProtocol) -> Duration? {
        guard text.hasPrefix("-") else { return duration(text.hasPrefix("+") ? text.dropFirst() : text[...]) }
        return duration(text.dropFirst()).map { .zero - $0 }
    }

    /// A time in seconds as it is written, with as many digits as it takes.
    static func text(_ duration: Duration) -> String {
        duration < .zero ? "-" + (.zero - duration).decimalSeconds : duration.decimalSeconds
    }

    /// What digits after the point are worth.
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

    /// Bytes as `0x` and hexadecimal digits, filled with zeros in front; nil when it is none, or longer.
    static func hexadecimal(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        let digits = text.dropFirst(2).utf8
        guard text.hasPrefix("0x") || text.hasPrefix("0X"), (1...count * 2).contains(digits.count) else {
            return nil
        }
        var values: [UInt8] = []
        for digit in digits {
            switch digit {
            case 48...57: values.append(digit - 48)
            case 65...70, 97...102: values.append((digit & 0xDF) - 55)
            default: return nil
            }
        }
        values = Array(repeating: 0, count: count * 2 - values.count) + values
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// Bytes as `0x` and hexadecimal digits.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return "0x" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
