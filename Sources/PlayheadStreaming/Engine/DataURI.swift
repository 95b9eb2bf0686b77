internal import FoundationEssentials

/// Decodes `data:` URIs (RFC 2397), in which packagers embed keys.
enum DataURI {
    /// The decoded bytes; nil when the URI has another scheme.
    static func bytes(of uri: String) -> [UInt8]? {
        guard uri.prefix(5).lowercased() == "data:", let comma = uri.firstIndex(of: ",") else { return nil }
        let bytes = plain(uri[uri.index(after: comma)...].utf8)
        guard uri[..<comma].lowercased().hasSuffix(";base64") else { return bytes }
        return Data(base64Encoded: Data(bytes)).map { Array($0) }
    }

    /// Removes the percent-encoding.
    private static func plain(_ text: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return bytes
    }
}
