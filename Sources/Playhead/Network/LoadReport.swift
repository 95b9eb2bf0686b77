/// What is told of a load.
enum LoadReport: Sendable, Equatable {
    /// A request has ended, well or not.
    case fetched(FetchRecord)
    /// A part of the stream is given up: nothing comes in its place.
    case missing(SegmentInterval, PlayerError)
    /// A playlist was read, for the first time or again.
    case playlist(PlaylistReport)
    /// The parts that are fetched belong to another variant than before.
    case variant(StreamVariant)
    /// What is fetched comes that fast, in bits per second: faster or slower than was said before.
    case bandwidth(Double)
    /// The medium turned out to be a playlist of HLS or a manifest of DASH.
    case list
    /// The load cannot go on; what GStreamer says of it is an echo of this.
    case failed(PlayerError)
    /// Nothing more comes of a stream or a medium: what came before can be played.
    case broken(PlayerError)
    case warning(PlayerWarning)
}

/// A request and what became of it.
struct FetchRecord: Sendable, Equatable {
    enum Kind: Sendable, Equatable { case medium, playlist, part, initialization, key, subtitles }
    var kind: Kind
    /// Where it led in the end, after redirects.
    var uri: String
    /// The status of the last answer; nil where there was none.
    var status: Int?
    /// Since the load began.
    var began: Duration
    /// From the first try to the first byte of an answer, and to the last.
    var untilFirstByte: Duration?
    var untilEnd: Duration
    var bytes: Int
    var tries: Int
    /// The variant it belongs to, and what it holds.
    var variant: Int?
    var part: SegmentInterval?
}

/// Where a part of a stream lies on the timeline of its load.
struct SegmentInterval: Sendable, Equatable {
    /// What kind of rendition it is of; nil for the variant's own.
    var kind: Track.Kind?
    var uri: String
    var interval: Range<Duration>
    /// Whether the playlist says itself that there is nothing.
    var isDeclaredGap = false
    /// What the rendition is called.
    var name: String?
}

/// What a playlist says of the stream.
struct PlaylistReport: Sendable, Equatable {
    /// The kind of rendition; nil for a variant's own.
    var kind: Track.Kind?
    /// Whether it will not change any more.
    var isComplete: Bool
    /// Whether parts are only added, and none is taken away.
    var isAppendOnly: Bool
    /// Which parts there are now, on the timeline of the load.
    var window: Range<Duration>
    var targetDuration: Duration
    /// How far from its end playback keeps.
    var holdBack: Duration
    /// The date of the beginning of the window, in seconds since 1970; nil where it says none.
    var date: Double?
    /// Whether it was made of a manifest of DASH.
    var isOfManifest = false
}
