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

    /// An item at an absolute address.
    ///
    /// Nothing is opened or checked here: an address that cannot be played is reported by the player
    /// that loads it.
    public init(uri: String, startPosition: Duration? = nil, endPosition: Duration? = nil) {
        self.uri = uri
        self.startPosition = startPosition
        self.endPosition = endPosition
    }

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

    /// Where the item begins: ``startPosition``, or zero.
    package var beginning: Duration { max(startPosition ?? .zero, .zero) }
}
