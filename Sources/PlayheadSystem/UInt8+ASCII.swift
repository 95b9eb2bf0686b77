extension UInt8 {
    /// The value of a decimal digit; nil for other bytes.
    package var digit: Int? { (48...57).contains(self) ? Int(self) - 48 : nil }
    /// The value of a hexadecimal digit; nil for other bytes.
    package var hexDigit: UInt8? {
        switch self {
        case 48...57: self - 48
        case 65...70, 97...102: (self & 0xDF) - 55
        default: nil
        }
    }
    package var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
    /// Whether a URI scheme may contain the character (RFC 3986, 3.1).
    package var isSchemeCharacter: Bool { isLetter || digit != nil || "+-.".utf8.contains(self) }
}
