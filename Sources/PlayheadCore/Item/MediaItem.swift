internal import PlayheadSystem

/// A media item: a URI and the interval to play.
///
/// An item is a value; two items with the same contents are equal. Each load is separate: loading an equal
/// item again replaces the earlier load.
public struct MediaItem: Sendable, Hashable, Codable {
    /// The absolute URI, percent-encoded by RFC 3986 (`file:///tmp/a%20b.mkv`, `https://…`).
    public private(set) var uri: String
    /// The title to display in place of the URI. The title in the medium is ``MediaMetadata/title``.
    public var title: String?
    /// The start position on the media timeline; nil for its beginning.
    public var startPosition: Duration?
    /// The position of the natural end; nil for the end of the medium.
    public var endPosition: Duration?
    /// The start position of the first playback in a queue, for example the last position of an earlier
    /// session. Later playbacks start at ``startPosition``.
    public var resumePosition: Duration?
    /// The start chapter by its ``Chapter/id``, from 0. It takes precedence over ``startPosition``. A medium
    /// without that chapter gives an error (``PlayerError/Code/notFound``).
    public var startChapter: Int?
    /// How long an image is shown, if the medium is one; nil for 5 s. It is ignored for other media.
    public var imageDuration: ImageDuration?
    /// The initially selected tracks by identifier. If one is absent, a warning is sent and the automatic
    /// selection applies. They hold until a command changes them.
    public var tracks = TrackSelection()
    /// The sidecar subtitles, listed after the subtitle tracks of the medium.
    public var subtitleFiles: [SubtitleFile] = []
    /// The network options; nil for those of the player (``PlayerConfiguration/network``).
    public var network: NetworkOptions?
    /// The content keys of a stream under common encryption (ClearKey): key IDs and keys, each as 32
    /// hexadecimal digits.
    ///
    /// An invalid key gives an error (``PlayerError/Code/unsupportedEncryption``) when an HLS or DASH stream
    /// is loaded. Like all credentials, keys are omitted from recordings and descriptions.
    public var decryptionKeys: [String: String] = [:]
    /// The source of the bytes, in place of the URI.
    package private(set) var source: ItemSource?

    /// Makes an item from an absolute URI.
    ///
    /// The URI is not opened or checked: the player that loads it reports errors.
    public init(uri: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        self.uri = uri
        self.startPosition = startPosition
        self.endPosition = endPosition
        source = nil
    }

    /// Makes an item whose bytes come from the program.
    ///
    /// Items from separate calls are never equal, even with the same source. The source is not encoded: an
    /// item from a recording or a saved queue fails with ``PlayerError/Code/invalidURI`` when it is loaded.
    ///
    /// - Parameters:
    ///   - source: the source of the bytes; the item keeps it.
    ///   - name: the name in reports; a file extension as in `film.mkv` helps to detect the format.
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

    /// The scheme of the URIs of items with a data source.
    package static let sourceScheme = "data-source"

    /// Makes an item from a file path. A relative path is resolved against the current directory at the call.
    public init(path: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        self.init(uri: FileAddress.uri(path: path), startPosition: startPosition, endPosition: endPosition)
    }

    /// Makes an item from user input: a URI if it has a scheme (`scheme://`) and no file of this name exists,
    /// standard input for `-`, otherwise a path.
    public init(pathOrURI text: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        if text == "-" {
            self.init(uri: "fd://0", startPosition: startPosition, endPosition: endPosition)
        } else if FileAddress.hasScheme(text), !FileAddress.exists(text) {
            self.init(uri: text, startPosition: startPosition, endPosition: endPosition)
        } else {
            self.init(path: text, startPosition: startPosition, endPosition: endPosition)
        }
    }

    /// The same item at another address, for ``PlayerConfiguration/resolveItem``.
    public func at(uri: String) -> MediaItem {
        var item = self
        (item.uri, item.source) = (uri, nil)
        return item
    }

    /// The same medium with its keys, without positions and additions.
    package var alone: MediaItem {
        var item = MediaItem(uri: uri, source: source)
        item.decryptionKeys = decryptionKeys
        return item
    }

    /// The encoded fields: no keys.
    private enum CodingKeys: String, CodingKey {
        case uri, title, startPosition, endPosition, resumePosition, startChapter, imageDuration, tracks,
            subtitleFiles, network
    }

    /// The start of the item: ``startPosition``, or zero.
    package var beginning: Duration { max(startPosition ?? .zero, .zero) }
}

extension MediaItem: CustomReflectable {
    /// The fields; of the keys, only their IDs.
    public var customMirror: Mirror {
        var fields: [Mirror.Child] = [
            ("uri", uri), ("title", title as Any), ("startPosition", startPosition as Any),
            ("endPosition", endPosition as Any), ("resumePosition", resumePosition as Any),
            ("startChapter", startChapter as Any), ("imageDuration", imageDuration as Any),
            ("tracks", tracks), ("subtitleFiles", subtitleFiles),
            ("network", network as Any),
        ]
        if !decryptionKeys.isEmpty { fields.append(("decryptionKeys", decryptionKeys.keys.sorted())) }
        return Mirror(self, children: fields, displayStyle: .struct)
    }
}
