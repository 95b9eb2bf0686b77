package import PlayheadSystem

/// A supported playlist format.
public enum PlaylistFormat: String, Sendable, Hashable, CaseIterable {
    /// Winamp's format: a path or URI per line.
    case m3u
    /// M3U in UTF-8.
    case m3u8
    /// Numbered entries, as used by radio stations.
    case pls
    /// The XML format of Xiph.
    case xspf
    /// The tracks of an album in one file.
    case cue

    /// The format of a file extension without the full stop; nil if it is none of a playlist.
    public init?(ending: String) { self.init(rawValue: ending.lowercased()) }

    /// The format by content, or else by file extension. Nil if the text is no playlist. HLS shares the
    /// extension, but is a medium.
    public init?(guessing bytes: [UInt8], ending: String = "") {
        guard let text = try? TextEncoding.utf8(bytes), !Self.isHLS(text),
            let format = Self(text: text, ending: ending)
        else { return nil }
        self = format
    }

    /// Whether ``Playlist`` reads the content as a playlist; false for HLS and all other media.
    public static func isPlaylist(_ bytes: [UInt8], ending: String = "") -> Bool {
        Self(guessing: bytes, ending: ending) != nil
    }

    /// Whether a file is such a playlist. Only files with a playlist extension are opened. The call may block
    /// on the file system.
    public static func isPlaylist(file path: String) -> Bool { isPlaylist(file: FilePath(path)) }

    package static func isPlaylist(file path: FilePath) -> Bool {
        let ending = FileAddress.ending(of: FileAddress.uri(path: path))
        guard Self(ending: ending) != nil, LocalFile(path: path) == .regular,
            let bytes = LocalFile.bytes(of: path, atMost: PlaylistLimits().bytes)
        else { return false }
        return isPlaylist(bytes, ending: ending)
    }

    /// Whether a text is HLS: it has a tag that only HLS has (RFC 8216).
    static func isHLS(_ text: [UInt8]) -> Bool {
        for line in TextLines(text) where line.first == UInt8(ascii: "#") && line.begins(with: "#EXT-X-") {
            return true
        }
        return false
    }

    init?(text: [UInt8], ending: String) {
        let named = Self(ending: ending)
        switch Self.bySigns(in: text) {
        // These formats differ in name only.
        case .m3u?: self = named == .m3u8 ? .m3u8 : .m3u
        case let found?: self = found
        case nil:
            guard let named, !text.contains(0) else { return nil }
            self = named
        }
    }
}
