/// A list of things to play: read from a playlist file, put together from a folder, or made by a program to be saved.
public struct Playlist: Sendable, Hashable {
    /// What is to be played, in order. Lists that the list names are replaced by what they hold.
    public var items: [MediaItem]
    /// What the list itself is called.
    public var title: String?
    /// How long items are, where the list says so. Nobody has looked whether that is true.
    public var durations: [MediaItem: Duration] = [:]
    /// What was passed over, and why: one for each broken line, with its number. A hundred at most; the last one says how many more.
    public var warnings: [PlayerWarning] = []

    /// A list of items.
    public init(_ items: [MediaItem] = [], title: String? = nil) {
        self.items = items
        self.title = title
    }
}

extension Playlist {
    /// Reads the text of a list, and nothing else: no file is looked at, and lists that it names stay items.
    ///
    /// HLS is a medium and not a list: it is read as one item, its own address.
    ///
    /// - Parameters:
    ///   - bytes: the text, in UTF-8, UTF-16 or Windows-1252, or in what it says that it is in.
    ///   - format: nil to find out by the content, then by the ending of `base`.
    ///   - base: the address or path of the list, from which relative addresses start. A list from elsewhere (`http:`, `https:`)
    ///     may not name files of this machine.
    ///   - encoding: what the text is in, by the name that IANA has for it (`windows-1251`, `Shift_JIS`); nil to find out.
    ///   - limits: how much is read.
    /// - Throws: ``PlayerError``: it is empty, no playlist, or has not one entry that can be used.
    public static func parse(
        _ bytes: [UInt8], format: PlaylistFormat? = nil, base: String, encoding: String? = nil,
        limits: PlaylistLimits = PlaylistLimits()
    ) throws(PlayerError) -> Playlist {
        let place = PlaylistPlace(base)
        let content = try PlaylistContent(
            bytes, format: format, place: place, encoding: encoding, limits: limits)
        return try Playlist(content, from: place.uri, limits: limits)
    }

    init(_ content: PlaylistContent, from uri: String, limits: PlaylistLimits) throws(PlayerError) {
        self.init(content.entries.map(\.item), title: content.title)
        for entry in content.entries { durations[entry.item] = entry.duration }
        warnings = content.faults.warnings
        guard !items.isEmpty else { throw .unusablePlaylist(uri, because: warnings.first) }
    }
}

extension PlayerError {
    /// A list without an entry that can be played.
    package static func unusablePlaylist(_ uri: String, because warning: PlayerWarning?) -> PlayerError {
        guard let warning else {
            return PlayerError(
                .empty, "The playlist names nothing to play", hint: "add files or addresses to it", uri: uri)
        }
        return PlayerError(
            .invalidPlaylist, "Nothing in the playlist can be played: \(warning.message)",
            hint: warning.hint ?? "correct the list", uri: uri)
    }
}
