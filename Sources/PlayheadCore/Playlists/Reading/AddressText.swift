internal import PlayheadSystem

/// URI text operations by RFC 3986.
package enum AddressText {
    /// Percent-encodes all characters that a URI does not allow; existing escapes stay.
    static func escaped(_ text: String, keepsFragment: Bool = true) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        for (index, byte) in bytes.enumerated() {
            let isKept =
                switch byte {
                case UInt8(ascii: "%"):
                    index + 2 < bytes.count && bytes[index + 1].hexDigit != nil
                        && bytes[index + 2].hexDigit != nil
                case UInt8(ascii: "#"): keepsFragment
                default: byte.isLetter || byte.digit != nil || "-._~:/?[]@!$&'()*+,;=".utf8.contains(byte)
                }
            if isKept {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    /// Splits a URI into the text before its path (`http://host`) and its path without query and fragment.
    static func parts(of uri: String) -> (head: Substring, path: Substring) {
        guard let scheme = uri.firstRange(of: "://") else { return ("", uri[...]) }
        let rest = uri[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
        let start = rest.firstIndex(of: "/") ?? rest.endIndex
        return (uri[..<start], rest[start...])
    }

    /// Resolves a relative reference against a base (RFC 3986, 5.2).
    static func joined(_ base: String, with reference: String) -> String {
        let (head, path) = parts(of: base)
        let name = reference.prefix { $0 != "?" && $0 != "#" }
        let rest = reference[name.endIndex...]
        if name.isEmpty { return String(head + path + rest) }
        let folder = name.hasPrefix("/") ? "" : path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        var segments: [Substring] = []
        let all = (folder + "/" + name).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (offset, segment) in all.enumerated() {
            let isLast = offset == all.count - 1
            switch segment {
            case ".", "..":
                if segment == "..", !segments.isEmpty { segments.removeLast() }
                if isLast { segments.append("") }
            default: segments.append(segment)
            }
        }
        return String(head) + "/" + segments.joined(separator: "/") + rest
    }
}
