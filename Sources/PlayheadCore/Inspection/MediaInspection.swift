/// What a medium is, found out without playing it.
public struct MediaInspection: Sendable, Equatable {
    /// What was inspected.
    public var item: MediaItem
    /// Whether it can be played here, wholly or in part: what of it cannot stands in ``missing``.
    public var isPlayable = false
    /// Why it cannot be played: the error that a player would report; nil when it can.
    public var error: PlayerError?
    /// Its length; nil when that is not known, and for live content.
    public var duration: Duration?
    /// Whether it can seek.
    public var isSeekable = false
    /// Whether it is live content.
    public var isLive = false
    /// What it says about itself, its chapters among that.
    public var metadata = MediaMetadata()
    /// Its tracks that can be played, under the same ids as in a player; also those that a player does not list because they come by
    /// themselves (forced subtitles).
    public var tracks: [Track] = []
    /// What is missing on this machine to play all of it.
    public var missing: [MissingPlugin] = []

    /// Nothing is known yet.
    public init(item: MediaItem) { self.item = item }

    /// The chapters, in the order of time.
    public var chapters: [Chapter] { metadata.chapters }
}

/// Something that is missing to play a medium.
public struct MissingPlugin: Sendable, Hashable, Codable {
    /// What it is, for a person: `H.265 (Main Profile) decoder`.
    public var what: String
    /// The Debian package that is most likely to bring it; nil when none is known to.
    public var debianPackage: String?

    /// Something that is missing.
    public init(what: String, debianPackage: String? = nil) {
        self.what = what
        self.debianPackage = debianPackage
    }
}
