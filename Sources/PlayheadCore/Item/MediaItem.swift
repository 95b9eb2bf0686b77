internal import PlayheadSystem

/// One thing to play: an address, and the part of it that is wanted.
///
/// An item is a value; two items with the same contents are equal. Each load of an item is an occurrence
/// of its own: loading an equal item again replaces what was loaded before.
public struct MediaItem: Sendable, Hashable, Codable {
    /// The absolute address, percent-encoded as RFC 3986 asks (`file:///tmp/a%20b.mkv`, `https://…`).
    public let uri: String
    /// What it is called in a list, to be shown in place of its address. Not what the medium says of itself (``MediaMetadata/title``).
    public var title: String?
    /// Where playback begins, on the medium's own timeline; nil means at its beginning.
    public var startPosition: Duration?
    /// Where playback ends naturally; nil means at the end of the medium. An item that reaches this
    /// position has played to its natural end.
    public var endPosition: Duration?
    /// Where playback begins the first time that the item is current in a queue: where it was left, for example. After that it begins at
    /// ``startPosition``.
    public var resumePosition: Duration?
    /// The chapter that playback begins with, by its ``Chapter/id``: 0 is the first one. It comes before ``startPosition``. A medium without
    /// that chapter is an error (``PlayerError/Code/notFound``).
    public var startChapter: Int?
    /// Tracks that are chosen from the beginning, by their names; where there is none of that name, a warning says so, and it is chosen as
    /// without. They hold until the player is told otherwise.
    public var tracks = TrackSelection()
    /// Subtitles that are shown with it, after those of its own.
    public var subtitleFiles: [SubtitleFile] = []
    /// How it is fetched from a network; nil for what holds for all items of a player (``PlayerConfiguration/network``).
    public var network: NetworkOptions?
    /// The content keys of a stream under common encryption (ClearKey): key IDs and keys, each as 32 hexadecimal digits. What is no such number
    /// is an error (``PlayerError/Code/unsupportedEncryption``) where a stream of HLS or DASH is loaded. Like all that gives access, they are left out of
    /// recordings and descriptions.
    public var decryptionKeys: [String: String] = [:]
    /// What its bytes come from, in place of its address.
    package private(set) var source: ItemSource?

    /// An item at an absolute address.
    ///
    /// Nothing is opened or checked here: an address that cannot be played is reported by the player
    /// that loads it.
    public init(uri: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        self.uri = uri
        self.startPosition = startPosition
        self.endPosition = endPosition
        source = nil
    }

    /// An item whose bytes the program gives.
    ///
    /// Items are equal only where they were made with the same source by the same call. In what is encoded, a recording or a saved queue, the source is left out:
    /// what is made of that fails with ``PlayerError/Code/invalidURI`` when it is loaded.
    ///
    /// - Parameters:
    ///   - source: what is read; the item keeps it.
    ///   - name: what it is called in reports; an ending as in `film.mkv` helps to tell what it is.
    ///   - startPosition: ``startPosition``.
    ///   - endPosition: ``endPosition``.
    public init(
        source: some MediaDataSource, name: String, startPosition: Duration? = nil,
        endPosition: Duration? = nil
    ) {
        self.init(uri: "\(Self.sourceScheme)://\(FileAddress.encoded(name))", source: ItemSource(source))
        self.startPosition = startPosition
        self.endPosition = endPosition
    }

    private init(uri: String, source: ItemSource?) {
        self.uri = uri
        self.source = source
    }

    /// The scheme of the addresses of items whose bytes the program gives.
    package static let sourceScheme = "data-source"

    /// An item for a file, named by its path. A relative path is taken from the current directory of the
    /// process at this moment.
    public init(path: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        self.init(uri: FileAddress.uri(path: path), startPosition: startPosition, endPosition: endPosition)
    }

    /// An item for what a person typed: an address when it has a scheme (`scheme://`) and no file of
    /// that very name exists, standard input for `-`, a path otherwise.
    public init(pathOrURI text: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        if text == "-" {
            self.init(uri: "fd://0", startPosition: startPosition, endPosition: endPosition)
        } else if FileAddress.hasScheme(text), !FileAddress.exists(text) {
            self.init(uri: text, startPosition: startPosition, endPosition: endPosition)
        } else {
            self.init(path: text, startPosition: startPosition, endPosition: endPosition)
        }
    }

    /// The same medium, as a whole and without what belongs to it.
    package var alone: MediaItem {
        var item = MediaItem(uri: uri, source: source)
        item.decryptionKeys = decryptionKeys
        return item
    }

    /// What is written down of it: no keys.
    private enum CodingKeys: String, CodingKey {
        case uri, title, startPosition, endPosition, resumePosition, startChapter, tracks, subtitleFiles,
            network
    }

    /// Where the item begins: ``startPosition``, or zero.
    package var beginning: Duration { max(startPosition ?? .zero, .zero) }
}

extension MediaItem: CustomReflectable {
    /// Its fields; of the keys, only which there are.
    public var customMirror: Mirror {
        var fields: [Mirror.Child] = [
            ("uri", uri), ("title", title as Any), ("startPosition", startPosition as Any),
            ("endPosition", endPosition as Any), ("resumePosition", resumePosition as Any),
            ("startChapter", startChapter as Any), ("tracks", tracks), ("subtitleFiles", subtitleFiles),
            ("network", network as Any),
        ]
        if !decryptionKeys.isEmpty { fields.append(("decryptionKeys", decryptionKeys.keys.sorted())) }
        return Mirror(self, children: fields, displayStyle: .struct)
    }
}
