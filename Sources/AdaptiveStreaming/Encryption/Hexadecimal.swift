internal import PlayheadSystem

/// Converts bytes to and from the notation of HLS: `0x` and hexadecimal digits (RFC 8216, section 4.2).
package enum Hexadecimal {
    /// Parses `0x` and hexadecimal digits, with leading zeros added up to `count` bytes; nil when invalid or
    /// longer.
    static func bytes(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        let digits = text.dropFirst(2).utf8
        guard text.hasPrefix("0x") || text.hasPrefix("0X"), (1...count * 2).contains(digits.count) else {
            return nil
        }
        var values: [UInt8] = []
        for digit in digits {
            guard let value = digit.hexDigit else { return nil }
            values.append(value)
        }
        values = Array(repeating: 0, count: count * 2 - values.count) + values
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// Formats bytes as `0x` and hexadecimal digits.
    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return "0x" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
