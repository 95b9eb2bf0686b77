internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork

/// Loads the segments of one rendition, one after another.
package struct StreamLoader: Sendable {
    let role: StreamRole
    /// Its playlist.
    var reference: Reference
    /// Where its playlist came from, after redirects.
    var address: HTTPURL?
    var timeline = PlaylistTimeline()
    /// Whether its playlist is being fetched, and when it is fetched again.
    var isFetchingPlaylist = false
    var reloadAt: Duration?
    var failures = 0
    /// The number of the next segment, on its timeline; nil before it is known where to begin.
    var next: Int?
    /// Whether what it loads next does not continue what it loaded last.
    var isBroken = true
    var segment: SegmentLoad?
    var reader = SegmentReader()
    var run: StreamTimestampOffsets.Run?
    /// Up to where segments have been loaded, or will not come.
    var loadedUntil: Duration = .zero
    /// Whether all there will be has been loaded.
    var isComplete = false
    /// Whether it is given up.
    var isDead = false
    /// Whether its segments are read from the beginning on.
    var isFromStart = false
    /// Whether anything of it has come.
    var hasBegun = false
    /// Stretches without anything, before it was known which tracks there are.
    var earlyGaps: [Range<Duration>] = []
    /// Which streams of the container are which tracks.
    var tracks: [Int: StreamTrack.ID] = [:]
    /// The formats that are to be told with the next sample of each.
    var formats: [StreamTrack.ID: MediaFormat] = [:]

    init(_ role: StreamRole, _ reference: Reference) {
        self.role = role
        self.reference = reference
    }

    var playlist: MediaPlaylist? { timeline.latest }

    /// Begins anew elsewhere.
    mutating func restart(at number: Int?) {
        next = number
        segment = nil
        isBroken = true
        isComplete = false
        isFromStart = number != nil && number == timeline.current.lowerBound && timeline.isComplete
        reader.reset()
        run = nil
    }

    /// The segment that is being loaded is read from its beginning again.
    mutating func beginSegmentAnew() {
        guard segment != nil else { return }
        segment?.unread = []
        segment?.unplaced = []
        segment?.fault = nil
        segment?.isReadable = false
        segment?.decryption = nil
        segment?.isWhole = false
        reader.reset()
    }
}

/// A segment that is being loaded: its bytes, its key, and its initialization section come beside one another.
struct SegmentLoad: Sendable {
    var number: Int
    var segment: MediaPlaylist.Segment
    var interval: Range<Duration>
    var run: StreamTimestampOffsets.Run
    /// The requests for it.
    var body: Int?
    var mapRequest: Int?
    var keyRequest: Int?
    /// The keys of the segment and of the initialization section, where they are encrypted.
    var isReadable = false
    var decryption: SegmentDecryption?
    /// What opens its samples.
    var samples = SampleDecryption()
    /// What came before it could be read.
    var unread: [ArraySlice<UInt8>] = []
    var isWhole = false
    /// What was read before it was known when it is.
    var unplaced: [DemuxerOutput] = []
    var shift: Int64?
    /// Whether samples have been taken from it.
    var hasSamples = false
    /// What is wrong with it, when nothing more is read of it.
    var fault: FetchFault?
}
