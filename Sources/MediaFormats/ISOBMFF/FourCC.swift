/// A four-character code (ISO/IEC 14496-12 §4.2): the type of a box, a handler or a sample entry.
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    init(stringLiteral literal: String) {
        value = literal.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The characters, with bytes outside of ASCII as Latin-1.
    var description: String {
        var text = ""
        for shift in [24, 16, 8, 0] as [UInt32] {
            text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: value >> shift)))
        }
        return text
    }

    /// Whether all characters are printable, as in all registered types.
    var isPrintable: Bool {
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: value >> shift)
            guard (0x20...0x7E).contains(byte) || byte == 0xA9 else { return false }
        }
        return true
    }
}
