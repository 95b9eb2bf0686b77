internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork

/// Loads the segments of one rendition, one after another.
package struct StreamLoader: Sendable {
    let role: StreamRole
    /// The reference of the playlist.
    var reference: Reference
    /// The URL of the playlist after redirects.
    var address: HTTPURL?
    var timeline = PlaylistTimeline()
    /// Whether the playlist is being fetched, and the time of the next reload.
    var isFetchingPlaylist = false
    var reloadAt: Duration?
    var failures = 0
    /// The number of the next segment on the timeline; nil before the start position is known.
    var next: Int?
    /// Whether the next segment does not continue the last one.
    var isBroken = true
    var segment: SegmentLoad?
    var reader = SegmentReader()
    var run: StreamTimestampOffsets.Run?
    /// The end of the segments that were loaded or skipped.
    var loadedUntil: Duration = .zero
    /// Whether all segments have been loaded.
    var isComplete = false
    /// Whether the rendition has been given up.
    var isDead = false
    /// Whether the segments are read from the beginning on.
    var isFromStart = false
    /// Whether any segment has arrived.
    var hasBegun = false
    /// Gaps found before the tracks were known.
    var earlyGaps: [Range<Duration>] = []
    /// The tracks of the container's streams.
    var tracks: [Int: StreamTrack.ID] = [:]
    /// The format of each track that takes effect with its next sample.
    var formats: [StreamTrack.ID: MediaFormat] = [:]
    /// The encryption scheme of each track in the container; the formats are those of decrypted samples.
    var schemes: [StreamTrack.ID: String] = [:]

    init(_ role: StreamRole, _ reference: Reference) {
        self.role = role
        self.reference = reference
    }

    var playlist: MediaPlaylist? { timeline.latest }

    /// Restarts at a segment number.
    mutating func restart(at number: Int?) {
        next = number
        segment = nil
        isBroken = true
        isComplete = false
        isFromStart = number != nil && number == timeline.current.lowerBound && timeline.isComplete
        reader.reset()
        run = nil
    }

    /// Reads the current segment again from its beginning.
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

/// A segment that is being loaded. Its bytes, its key and its initialization section are fetched in parallel.
struct SegmentLoad: Sendable {
    var number: Int
    var segment: MediaPlaylist.Segment
    var interval: Range<Duration>
    var run: StreamTimestampOffsets.Run
    /// The requests of the segment.
    var body: Int?
    var mapRequest: Int?
    var keyRequest: Int?
    /// Whether the keys and the initialization section are available, and the decryption with the segment's
    /// key.
    var isReadable = false
    var decryption: SegmentDecryption?
    /// Decrypts the samples of the segment.
    var samples = SampleDecryption()
    /// The bytes that arrived before the segment was readable.
    var unread: [ArraySlice<UInt8>] = []
    var isWhole = false
    /// Whether it is read when its timestamp offset is known.
    var isDeferred = false
    /// The demuxed output before the timestamp offset of the segment is known.
    var unplaced: [DemuxerOutput] = []
    var shift: Int64?
    /// Whether the segment has delivered samples.
    var hasSamples = false
    /// The fault of the segment. After it, no more of the segment is read.
    var fault: FetchFault?
}
