/// Percent-encoding, that is `%` and two hexadecimal digits for a byte (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Decodes text. Invalid sequences stay as they are.
    package static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return String(decoding: decoded(Array(text.utf8)), as: UTF8.self)
    }

    /// Decodes text; nil if a sequence is invalid, or if the result is not UTF-8.
    package static func strictlyDecoded(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        let areSequencesValid = bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || index + 2 < bytes.count && bytes[index + 1].hexDigit != nil
                    && bytes[index + 2].hexDigit != nil
        }
        return areSequencesValid ? String(validating: decoded(bytes), as: UTF8.self) : nil
    }

    /// Decodes bytes. Invalid sequences stay as they are.
    package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexDigit, let low = bytes[index + 2].hexDigit
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Encodes the bytes that are not kept.
    package static func encoded(_ bytes: [UInt8], butFor isKept: (UInt8) -> Bool) -> String {
        var text = ""
        for byte in bytes {
            if isKept(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}
