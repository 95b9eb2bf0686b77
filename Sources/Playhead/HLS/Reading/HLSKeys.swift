/// The keys in force at a place of a playlist, one for each format; any of them opens the segment.
struct HLSKeys {
    private struct Entry {
        var format: String
        var method: String
        var key: MediaPlaylist.Key?
    }

    private var entries: [Entry] = []

    /// Takes `EXT-X-KEY`.
    mutating func take(_ attributes: HLSAttributes) throws(HLSError) {
        guard let method = attributes["METHOD"] else {
            throw HLSError(.encrypted, "A key says no method", line: attributes.line)
        }
        guard method != "NONE" else {
            entries = []
            return
        }
        let format = attributes["KEYFORMAT"] ?? Self.plain
        var entry = Entry(format: format, method: method)
        if method == "AES-128", format == Self.plain {
            guard let uri = attributes["URI"] else {
                throw HLSError(.encrypted, "A key has no address", line: attributes.line)
            }
            entry.key = MediaPlaylist.Key(uri: uri)
            if let text = attributes["IV"] {
                guard let vector = HLSNumber.hexadecimal(text, count: 16) else {
                    throw HLSError(
                        .malformed, "“\(text.prefix(40))” is no initialization vector", line: attributes.line)
                }
                entry.key?.initializationVector = vector
            }
        }
        entries.removeAll { $0.format == format }
        guard entries.count < Self.most else {
            throw HLSError(.tooLong, "There are too many keys for one segment", line: attributes.line)
        }
        entries.append(entry)
    }

    /// What opens a segment; nil where it is open. When none of the keys can be used, that is an error.
    func key(line: Int) throws(HLSError) -> MediaPlaylist.Key? {
        guard let first = entries.first else { return nil }
        if let key = entries.lazy.compactMap(\.key).first { return key }
        let format = first.format == Self.plain ? "" : " for \(first.format.prefix(60))"
        throw HLSError(.encrypted, "It is encrypted by \(first.method.prefix(40))\(format)", line: line)
    }

    /// The format of a key that is just that.
    private static let plain = "identity"
    private static let most = 32
}
