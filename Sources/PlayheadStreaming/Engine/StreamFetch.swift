internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// The fetch of one resource, with all its retries and substitutes.
package struct StreamFetch: Sendable {
    enum Purpose: Sendable, Equatable {
        /// The item itself: a playlist or a manifest.
        case item
        case playlist(StreamRole)
        /// The playlist of the variant to switch to.
        case nextPlaylist
        /// The segment index of a file, for a playlist that is made from a manifest.
        case index(StreamRole, DASHManifest.IndexedFile)
        case map(StreamRole, MediaPlaylist.Map)
        case key(StreamRole, String)
        case segment(StreamRole)
        /// The time of the server, from one of the clocks that the manifest names.
        case clock(Int)

        var role: StreamRole? {
            switch self {
            case .item, .clock: nil
            case .nextPlaylist: .main
            case .playlist(let role), .index(let role, _), .map(let role, _), .key(let role, _),
                .segment(let role):
                role
            }
        }
    }

    /// Identifies the fetch.
    var request: Int
    /// Identifies the current or last try. Inputs of earlier tries are ignored.
    var attempt = 0
    var purpose: Purpose
    /// The needed resource, and the resource that is requested in its place.
    var reference: Reference
    var target: Reference
    var schedule: RetryPolicy
    /// The needed bytes of the resource.
    var range: Range<Int>?
    /// The number of bytes passed on.
    var received = 0
    /// The maximum number of bytes ever passed on.
    var reached = 0
    /// The number of bytes of this response before the needed bytes.
    var surplus = 0
    /// The number of bytes of this response still needed; nil for all.
    var wanted: Int?
    /// The received body of a resource that is used as a whole.
    var body: [UInt8] = []
    var response: StreamResponse?
    var isUnderWay = true
    /// The time of the next try.
    var retryAt: Duration?
    // Values for the fetch record.
    var began: Duration
    var tries = 1
    var untilFirstByte: Duration?
    var bytes = 0
    // Substitutes for the resource.
    var first: FetchFault?
    var detours: [Reference]?
    var others: [Reference]?
    var isGivenUp = false
    var mayRefresh: Bool

    var isClock: Bool { if case .clock = purpose { true } else { false } }

    /// Whether the substitutes hold the same bytes.
    var isOfFile: Bool {
        switch purpose {
        case .segment, .map, .index, .clock: true
        case .item, .playlist, .nextPlaylist, .key: false
        }
    }

    var isIndex: Bool { if case .index = purpose { true } else { false } }

    /// Whether the bytes are passed on as they arrive.
    var isProgressive: Bool {
        if case .segment = purpose { reference.kind != .subtitles } else { false }
    }
}

/// The role of a rendition in the presentation.
package enum StreamRole: Sendable, Hashable, CaseIterable {
    /// The variant's own segments.
    case main
    /// Video, audio or subtitles in segments of their own.
    case video, audio, subtitles

    /// The output of the rendition; nil when it may supply several.
    var output: PresentationMeter.Output? { self == .audio ? .audio : nil }

    var kind: Track.Kind? {
        switch self {
        case .main: nil
        case .video: .video
        case .audio: .audio
        case .subtitles: .subtitles
        }
    }
}
