package import PlayheadSystem

/// The forms of lists that are read.
public enum PlaylistFormat: String, Sendable, Hashable, CaseIterable {
    /// Winamp's: a path or an address in each line.
    case m3u
    /// The same in UTF-8.
    case m3u8
    /// Numbered entries, as radio stations give them out.
    case pls
    /// XML, of Xiph.
    case xspf
    /// The tracks of an album that is one file.
    case cue

    /// By the ending of a name, without the full stop; nil when it is none of a list.
    public init?(ending: String) { self.init(rawValue: ending.lowercased()) }

    /// By the content, and where that does not say, by the ending of the name. Nil when it is no list: HLS, above all, which goes by the
    /// same name, is a medium.
    public init?(guessing bytes: [UInt8], ending: String = "") {
        guard let text = try? TextEncoding.utf8(bytes), !Self.isHLS(text),
            let format = Self(text: text, ending: ending)
        else { return nil }
        self = format
    }

    /// Whether content is a list that ``Playlist`` reads; false for HLS, and for all other media.
    public static func isPlaylist(_ bytes: [UInt8], ending: String = "") -> Bool {
        Self(guessing: bytes, ending: ending) != nil
    }

    /// Whether a file is such a list. Looks into files that are named as lists are, and only there; may block as long as that does.
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
        // They differ in name only.
        case .m3u?: self = named == .m3u8 ? .m3u8 : .m3u
        case let found?: self = found
        case nil:
            guard let named, !text.contains(0) else { return nil }
            self = named
        }
    }
}
