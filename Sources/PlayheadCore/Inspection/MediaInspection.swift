/// The properties of a medium, detected without playback.
public struct MediaInspection: Sendable, Equatable {
    /// The inspected item.
    public var item: MediaItem
    /// Whether the medium is at least partly playable on this machine; ``missing`` lists the rest.
    public var isPlayable = false
    /// The error that a player would report; nil if the medium is playable.
    public var error: PlayerError?
    /// The duration; nil if unknown, and for live content.
    public var duration: Duration?
    /// Whether the medium is seekable.
    public var isSeekable = false
    /// Whether the medium is live.
    public var isLive = false
    /// The metadata, including chapters.
    public var metadata = MediaMetadata()
    /// The playable tracks, with the same ids as in a player. The list includes forced subtitles, which a
    /// player does not list.
    public var tracks: [Track] = []
    /// The plug-ins that this machine lacks to play all of the medium.
    public var missing: [MissingPlugin] = []

    /// Makes an inspection without results.
    public init(item: MediaItem) { self.item = item }

    /// Whether the medium is an image. It has no duration of its own: ``MediaItem/imageDuration`` sets one.
    public var isImage: Bool { tracks.contains(where: \.isImage) }

    /// The chapters, in ascending order of time.
    public var chapters: [Chapter] { metadata.chapters }
}

/// A missing plug-in for a medium.
public struct MissingPlugin: Sendable, Hashable, Codable {
    /// The name of the component, for display: `H.265 (Main Profile) decoder`.
    public var what: String
    /// The Debian package that most likely has it; nil if none is known.
    public var debianPackage: String?

    /// Makes a missing plug-in.
    public init(what: String, debianPackage: String? = nil) {
        self.what = what
        self.debianPackage = debianPackage
    }
}
