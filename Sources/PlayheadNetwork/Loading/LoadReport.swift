package import PlayheadCore

/// A report of a load to the player.
package enum LoadReport: Sendable, Equatable {
    /// A request has ended, successfully or not.
    case fetched(FetchRecord)
    /// A segment is given up without a substitute.
    case missing(SegmentInterval, PlayerError)
    /// A playlist was read, for the first time or again.
    case playlist(PlaylistReport)
    /// The fetched segments belong to another variant than before.
    case variant(StreamVariant)
    /// The bandwidth in bits per second has changed.
    case bandwidth(Double)
    /// The medium turned out to be an HLS playlist or a DASH manifest.
    case list
    /// The load has failed. A later error of GStreamer is a consequence of this error.
    case failed(PlayerError)
    /// The load ends early. Media received before can still be played.
    case broken(PlayerError)
    case warning(PlayerWarning)
}

/// A finished request with its result and its times.
package struct FetchRecord: Sendable, Equatable {
    package enum Kind: Sendable, Equatable { case medium, playlist, part, initialization, key, subtitles }
    package var kind: Kind
    /// The last URI, after redirects.
    var uri: String
    /// The status of the last response; nil without a response.
    var status: Int?
    /// The start of the request, since the start of the load.
    var began: Duration
    /// The times from the first try to the first byte of a response, and to the last byte.
    var untilFirstByte: Duration?
    package var untilEnd: Duration
    package var bytes: Int
    var tries: Int
    /// The index of the variant, and the interval of the segment.
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

/// The interval of a segment on the timeline of its load.
package struct SegmentInterval: Sendable, Equatable {
    /// The kind of the rendition; nil for the segments of the variant itself.
    package var kind: Track.Kind?
    package var uri: String
    package var interval: Range<Duration>
    /// Whether the playlist declares the segment a gap.
    package var isDeclaredGap = false
    /// The name of the rendition.
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

/// The properties of a stream after the read of a playlist.
package struct PlaylistReport: Sendable, Equatable {
    /// The kind of the rendition; nil for the playlist of the variant itself.
    package var kind: Track.Kind?
    /// Whether the playlist will not change any more.
    package var isComplete: Bool
    /// Whether the playlist only grows and removes no segments.
    package var isAppendOnly: Bool
    /// The interval of the listed segments on the timeline of the load.
    package var window: Range<Duration>
    var targetDuration: Duration
    /// The distance that playback keeps from the end.
    package var holdBack: Duration
    /// The date of the start of the window, in seconds since 1970; nil when unknown.
    package var date: Double?
    /// Whether the playlist was made from a DASH manifest.
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
