internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// Something that is fetched, however often a server has to be asked for it and whatever is taken in its place.
package struct StreamFetch: Sendable {
    enum Purpose: Sendable, Equatable {
        /// The item itself: a playlist or a manifest.
        case item
        case playlist(StreamRole)
        /// The playlist of the variant that is to be played next.
        case nextPlaylist
        /// The index of a file, for a playlist that is made of a manifest.
        case index(StreamRole, DASHManifest.IndexedFile)
        case map(StreamRole, MediaPlaylist.Map)
        case key(StreamRole, String)
        case segment(StreamRole)
        /// The time at the server: one of the clocks that the manifest names.
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

    /// Names it.
    var request: Int
    /// Names the try that is under way or was last: what comes of one before is too late.
    var attempt = 0
    var purpose: Purpose
    /// What is wanted, and what is asked for in its place.
    var reference: Reference
    var target: Reference
    var schedule: RetryPolicy
    /// The bytes of the resource that are wanted.
    var range: Range<Int>?
    /// How many of them have been passed on.
    var received = 0
    /// The most that were ever passed on.
    var reached = 0
    /// How many bytes of this response come before those that are wanted.
    var surplus = 0
    /// How many bytes of this response are still wanted; nil for all.
    var wanted: Int?
    /// What has come, where it is wanted as a whole.
    var body: [UInt8] = []
    var response: StreamResponse?
    var isUnderWay = true
    /// When it is asked for again.
    var retryAt: Duration?
    // What is told of it.
    var began: Duration
    var tries = 1
    var untilFirstByte: Duration?
    var bytes = 0
    // What may be asked for in its place.
    var first: FetchFault?
    var detours: [Reference]?
    var others: [Reference]?
    var isGivenUp = false
    var mayRefresh: Bool

    var isClock: Bool { if case .clock = purpose { true } else { false } }

    /// Whether what may be asked for in its place holds the same bytes.
    var isOfFile: Bool {
        switch purpose {
        case .segment, .map, .index, .clock: true
        case .item, .playlist, .nextPlaylist, .key: false
        }
    }

    var isIndex: Bool { if case .index = purpose { true } else { false } }

    /// Whether it is passed on as it comes.
    var isProgressive: Bool {
        if case .segment = purpose { reference.kind != .subtitles } else { false }
    }
}

/// What a rendition is for.
package enum StreamRole: Sendable, Hashable, CaseIterable {
    /// The variant's own segments.
    case main
    /// Pictures, sound or texts in segments of their own.
    case video, audio, subtitles

    /// What it is given out for, where that is one output alone.
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
