/// The keys in effect at a position of a playlist, one for each key format. Any of them decrypts the segment.
struct HLSKeys {
    private struct Entry {
        var format: String
        var method: String
        var key: MediaPlaylist.Key?
        /// The key ID, if the playlist declares it.
        var id: [UInt8]?

        var isOfSamples: Bool { method == "SAMPLE-AES" || method == "SAMPLE-AES-CTR" }
    }

    /// The keys of the item.
    let itemKeys: DecryptionKeys
    private var entries: [Entry] = []

    init(itemKeys: DecryptionKeys) { self.itemKeys = itemKeys }

    /// Applies an `EXT-X-KEY` tag.
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
        entry.id = attributes["KEYID"].flatMap { Hexadecimal.bytes($0, count: 16) }
        if format == Self.plain, method == "AES-128" || entry.isOfSamples {
            entry.key = try Self.key(attributes)
        }
        entries.removeAll { $0.format == format }
        guard entries.count < Self.most else {
            throw HLSError(.tooLong, "There are too many keys for one segment", line: attributes.line)
        }
        entries.append(entry)
    }

    private static func key(_ attributes: HLSAttributes) throws(HLSError) -> MediaPlaylist.Key {
        guard let uri = attributes["URI"] else {
            throw HLSError(.encrypted, "A key has no address", line: attributes.line)
        }
        var key = MediaPlaylist.Key(uri: uri)
        guard let text = attributes["IV"] else { return key }
        guard let vector = Hexadecimal.bytes(text, count: 16) else {
            throw HLSError(
                .malformed, "“\(text.prefix(40))” is no initialization vector", line: attributes.line)
        }
        key.initializationVector = vector
        return key
    }

    /// The key of a segment as a whole, or of its samples; neither for clear content. Throws when no key is
    /// usable.
    func keys(line: Int) throws(HLSError) -> (whole: MediaPlaylist.Key?, samples: MediaPlaylist.SampleKey?) {
        guard let first = entries.first else { return (nil, nil) }
        if let entry = entries.first(where: { $0.key != nil }) {
            guard entry.isOfSamples else { return (entry.key, nil) }
            return (nil, MediaPlaylist.SampleKey(key: entry.key, scheme: Self.name(of: entry)))
        }
        if let entry = entries.first(where: isOpenedByItem) {
            return (nil, MediaPlaylist.SampleKey(key: nil, scheme: Self.name(of: entry)))
        }
        throw HLSError(.encrypted, "It is encrypted by \(Self.name(of: first))", line: line)
    }

    private func isOpenedByItem(_ entry: Entry) -> Bool {
        entry.isOfSamples && itemKeys.mayOpen(entry.id)
    }

    private static func name(of entry: Entry) -> String {
        let method = entry.method.prefix(40)
        return entry.format == plain
            ? "\(method)" : "\(method) for \(ContentProtection.name(of: entry.format))"
    }

    /// The key format of a plain key.
    private static let plain = "identity"
    private static let most = 32
}
