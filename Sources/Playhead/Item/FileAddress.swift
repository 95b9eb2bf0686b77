internal import GStreamer

/// Translation between file paths and `file:` addresses, and the first look at a file before anything opens it.
package enum FileAddress {
    /// The `file:` address of a path. Every byte outside RFC 3986's unreserved set and `/` is percent-encoded,
    /// so that spaces, `#`, `%`, `?`, quotes, newlines and any encoding survive.
    package static func uri(path: String) -> String {
        let absolute = path.hasPrefix("/") ? path : LocalFile.currentDirectory + "/" + path
        var uri = "file://"
        for byte in absolute.utf8 {
            if isUnreserved(byte) || byte == UInt8(ascii: "/") {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return uri
    }

    /// The path that a `file:` address names, or nil when it is not one for this machine.
    package static func path(uri: String) -> String? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        var rest = uri.utf8.dropFirst("file://".utf8.count)
        if rest.first != UInt8(ascii: "/") {
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            guard String(rest[..<slash])?.lowercased() == "localhost" else { return nil }
            rest = rest[slash...]
        }
        return decoded(Array(rest))
    }

    /// What follows the last full stop in the name at the end of an address; empty where there is none.
    package static func ending(of uri: String) -> String {
        let name = path(uri: uri) ?? Address(uri)?.path ?? ""
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).last?.split(
            separator: ".", omittingEmptySubsequences: false)
        guard let parts, parts.count > 1 else { return "" }
        return String(parts[parts.count - 1])
    }

    /// Whether the text begins with a scheme and `://` (RFC 3986, 3.1).
    package static func hasScheme(_ text: String) -> Bool {
        guard let range = text.utf8.firstRange(of: "://".utf8), let first = text.utf8.first else {
            return false
        }
        let scheme = text.utf8[..<range.lowerBound]
        return isLetter(first) && scheme.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    package static func exists(_ path: String) -> Bool { LocalFile(path: path) != .missing }

    private static func decoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
            {
                result.append(high * 16 + low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }
    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
    }
}
