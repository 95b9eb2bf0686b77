/// A playlist: read from a file, made from a folder, or built by a program.
public struct Playlist: Sendable, Hashable {
    /// The items in order. Nested playlists are replaced by their items.
    public var items: [MediaItem]
    /// The title of the playlist.
    public var title: String?
    /// The declared durations of items, unverified.
    public var durations: [MediaItem: Duration] = [:]
    /// The skipped entries with their reasons: one warning per invalid line, with its number. At most 100;
    /// the last one has the number of the others.
    public var warnings: [PlayerWarning] = []

    /// Makes a playlist of items.
    public init(_ items: [MediaItem] = [], title: String? = nil) {
        self.items = items
        self.title = title
    }
}

extension Playlist {
    /// Parses the text of a playlist. No file is accessed, and nested playlists stay items.
    ///
    /// An HLS playlist is a medium: it gives one item with its own URI.
    ///
    /// - Parameters:
    ///   - bytes: the text in UTF-8, UTF-16, Windows-1252, or its declared encoding.
    ///   - format: nil to detect it by the content, then by the file extension of `base`.
    ///   - base: the URI or path of the playlist, for relative references. A remote playlist (`http:`,
    ///     `https:`) must not refer to local files.
    ///   - encoding: the IANA name of the encoding (`windows-1251`, `Shift_JIS`); nil to detect it.
    ///   - limits: the limits of reading.
    /// - Throws: ``PlayerError`` if the text is empty, is no playlist, or has no usable entry.
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
    /// The error of a playlist without a playable entry.
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
