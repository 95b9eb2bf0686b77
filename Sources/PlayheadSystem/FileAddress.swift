/// Translates between file paths and `file:` URIs.
package enum FileAddress {
    /// The `file:` URI of a path. Every byte outside the unreserved set of RFC 3986 and `/` is
    /// percent-encoded. Spaces, `#`, `%`, `?`, quotes, newlines and any encoding survive.
    package static func uri(path: FilePath) -> String {
        let absolute = path.isAbsolute ? path : LocalFile.currentDirectory + "/" + path
        return "file://"
            + PercentEncoding.encoded(absolute.bytes) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    package static func uri(path: String) -> String { uri(path: FilePath(path)) }

    /// A command line argument as text. An argument that is not UTF-8 becomes an equivalent URI. A path
    /// becomes the `file:` URI of the file.
    package static func text(typed bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let repaired = String(decoding: bytes, as: UTF8.self)
        return hasScheme(repaired)
            ? PercentEncoding.encoded(bytes) { $0 < 0x80 } : uri(path: FilePath(bytes: bytes))
    }

    /// The path that a `file:` URI names; nil when the URI does not name a file on this machine.
    package static func path(uri: String) -> FilePath? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        var rest = uri.utf8.dropFirst("file://".utf8.count)
        if rest.first != UInt8(ascii: "/") {
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            guard String(rest[..<slash])?.lowercased() == "localhost" else { return nil }
            rest = rest[slash...]
        }
        return FilePath(bytes: PercentEncoding.decoded(Array(rest)))
    }

    /// Removes percent-encoding. Invalid sequences stay as they are.
    package static func decoded(_ text: String) -> FilePath {
        FilePath(bytes: PercentEncoding.decoded(Array(text.utf8)))
    }

    /// The file name extension at the end of a URI; empty without an extension.
    package static func ending(of uri: String) -> String {
        let name = path(uri: uri)?.description ?? URIComponents(uri)?.path ?? ""
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
        return first.isLetter && scheme.allSatisfy(\.isSchemeCharacter)
    }

    package static func exists(_ path: FilePath) -> Bool { LocalFile(path: path) != .missing }
    package static func exists(_ path: String) -> Bool { exists(FilePath(path)) }

    /// Percent-encodes a string for use inside a URI.
    package static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(Array(text.utf8), butFor: isUnreserved)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.digit != nil || "-._~".utf8.contains(byte)
    }
}
