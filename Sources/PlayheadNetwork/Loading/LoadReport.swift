package import PlayheadCore

/// What is told of a load.
package enum LoadReport: Sendable, Equatable {
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
package struct FetchRecord: Sendable, Equatable {
    package enum Kind: Sendable, Equatable { case medium, playlist, part, initialization, key, subtitles }
    package var kind: Kind
    /// Where it led in the end, after redirects.
    var uri: String
    /// The status of the last answer; nil where there was none.
    var status: Int?
    /// Since the load began.
    var began: Duration
    /// From the first try to the first byte of an answer, and to the last.
    var untilFirstByte: Duration?
    package var untilEnd: Duration
    package var bytes: Int
    var tries: Int
    /// The variant it belongs to, and what it holds.
    var variant: Int?
    var part: SegmentInterval?

    package init(
        kind: Kind, uri: String, status: Int? = nil, began: Duration, untilFirstByte: Duration? = nil,
        untilEnd: Duration, bytes: Int, tries: Int, variant: Int? = nil, part: SegmentInterval? = nil
    ) {
        self.kind = kind
        self.uri = uri
        self.status = status
        self.began = began
        self.untilFirstByte = untilFirstByte
        self.untilEnd = untilEnd
        self.bytes = bytes
        self.tries = tries
        self.variant = variant
        self.part = part
    }
}

/// Where a part of a stream lies on the timeline of its load.
package struct SegmentInterval: Sendable, Equatable {
    /// What kind of rendition it is of; nil for the variant's own.
    package var kind: Track.Kind?
    package var uri: String
    package var interval: Range<Duration>
    /// Whether the playlist says itself that there is nothing.
    package var isDeclaredGap = false
    /// What the rendition is called.
    package var name: String?

    package init(
        kind: Track.Kind? = nil, uri: String, interval: Range<Duration>, isDeclaredGap: Bool = false,
        name: String? = nil
    ) {
        self.kind = kind
        self.uri = uri
        self.interval = interval
        self.isDeclaredGap = isDeclaredGap
        self.name = name
    }
}

/// What a playlist says of the stream.
package struct PlaylistReport: Sendable, Equatable {
    /// The kind of rendition; nil for a variant's own.
    package var kind: Track.Kind?
    /// Whether it will not change any more.
    package var isComplete: Bool
    /// Whether parts are only added, and none is taken away.
    package var isAppendOnly: Bool
    /// Which parts there are now, on the timeline of the load.
    package var window: Range<Duration>
    var targetDuration: Duration
    /// How far from its end playback keeps.
    package var holdBack: Duration
    /// The date of the beginning of the window, in seconds since 1970; nil where it says none.
    package var date: Double?
    /// Whether it was made of a manifest of DASH.
    package var isOfManifest = false

    package init(
        kind: Track.Kind? = nil, isComplete: Bool, isAppendOnly: Bool, window: Range<Duration>,
        targetDuration: Duration, holdBack: Duration, date: Double? = nil, isOfManifest: Bool = false
    ) {
        self.kind = kind
        self.isComplete = isComplete
        self.isAppendOnly = isAppendOnly
        self.window = window
        self.targetDuration = targetDuration
        self.holdBack = holdBack
        self.date = date
        self.isOfManifest = isOfManifest
    }
}
