internal import PlayheadSystem

/// Converts text files of any encoding to UTF-8.
package enum TextEncoding {
    /// The byte order mark in UTF-8.
    package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The text as UTF-8 without a byte order mark. Invalid bytes stay.
    ///
    /// The encoding is decided in this order:
    ///
    /// 1. the byte order mark
    /// 2. the named encoding
    /// 3. zero bytes, which only UTF-16 has
    /// 4. validity as UTF-8
    /// 5. Cyrillic or Greek letters
    /// 6. Windows-1252, which is Latin-1 with letters in place of control characters
    package static func utf8(_ bytes: [UInt8], named encoding: String? = nil) throws(PlayerError) -> [UInt8] {
        if bytes.starts(with: mark) { return Array(bytes.dropFirst(mark.count)) }
        if let order = order32(bytes) { return utf32(bytes.dropFirst(4), order) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), .little) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), .big) }
        if let encoding {
            if let converted = TextConversion.utf8(bytes, from: encoding) { return converted }
            throw PlayerError(
                .unknownFormat, "There is no encoding “\(encoding)”",
                hint: "for example windows-1251 or Shift_JIS")
        }
        if let order = orderByZeros(bytes) { return utf16(bytes[...], order) }
        if isUTF8(bytes) { return bytes }
        let guess = CharsetDetector.encoding(of: bytes).flatMap { TextConversion.utf8(bytes, from: $0) }
        return guess ?? windows1252(bytes)
    }

    /// A line of text as UTF-8; an invalid one is read as Windows-1252.
    static func text(_ line: ArraySlice<UInt8>) -> String {
        String(validating: line, as: UTF8.self) ?? String(decoding: windows1252(Array(line)), as: UTF8.self)
    }

    /// The text in Windows-1252; nil if it has other letters, or is the same in UTF-8.
    static func windows1252(_ text: String) -> [UInt8]? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let place = special.firstIndex(where: { UInt32($0) == scalar.value }) {
                bytes.append(UInt8(place) + 0x80)
            } else if scalar.value < 0x100 {
                bytes.append(UInt8(scalar.value))
            } else {
                return nil
            }
        }
        return bytes
    }

    private enum Order { case little, big }

    private static func order32(_ bytes: [UInt8]) -> Order? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .little }
        return bytes.starts(with: [0, 0, 0xFE, 0xFF]) ? .big : nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ order: Order) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return order == .little ? first | second << 8 : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, _ order: Order) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { index in
            let part = bytes[index..<index + 4]
            let ordered = order == .little ? Array(part.reversed()) : Array(part)
            return ordered.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        return Array(String(decoding: units, as: UTF32.self).utf8)
    }

    /// The byte order of UTF-16 without a mark: nearly every digit, space and line end has a zero byte.
    private static func orderByZeros(_ bytes: [UInt8]) -> Order? {
        var zeros = (even: 0, odd: 0)
        let sample = bytes.prefix(4096)
        for (index, byte) in sample.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
        }
        guard zeros.even + zeros.odd > sample.count / 20 else { return nil }
        if zeros.odd > zeros.even * 4 { return .little }
        return zeros.even > zeros.odd * 4 ? .big : nil
    }

    /// Whether the text is UTF-8 except for a few bytes.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var (characters, faults) = (0, 0)
        var index = 0
        while index < bytes.count {
            let length =
                switch bytes[index] {
                case 0..<0x80: 1
                case 0xC2..<0xE0: 2
                case 0xE0..<0xF0: 3
                case 0xF0..<0xF5: 4
                default: 0
                }
            if length == 1 {
                index += 1
                continue
            }
            let isWhole =
                length > 0 && index + length <= bytes.count
                && bytes[index + 1..<index + length].allSatisfy { $0 & 0xC0 == 0x80 }
            if isWhole { characters += 1 } else { faults += 1 }
            index += isWhole ? length : 1
        }
        return faults == 0 || characters > faults * 4
    }

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                let value = byte < 0xA0 ? special[Int(byte) - 0x80] : UInt16(byte)
                text.append(contentsOf: Unicode.Scalar(value).map { Array(String($0).utf8) } ?? [])
            }
        }
        return text
    }

    /// The characters of Windows-1252 in place of the control characters 0x80 to 0x9F; unassigned ones stay.
    private static let special: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
        0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
        0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
