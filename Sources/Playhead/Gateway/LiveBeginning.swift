internal import Synchronization

/// Where a stream that goes on begins.
struct LiveBeginning: Sendable {
    /// How far from its end; nil for what the stream asks for.
    var offset: Duration?
    /// Where on the timeline of the load, in place of that.
    var position: Duration?
    /// Where the parts of its streams lie, if that is known from before.
    var timelines: [StreamPlace: PlaylistTimeline] = [:]

    /// The number of the part to begin with: the last but one at most, because hlsdemux2 does not go on from a single one (1.22.0).
    func first(of playlist: MediaPlaylist, on timeline: PlaylistTimeline) -> Int? {
        var first = timeline.liveStart(offset)
        if let position {
            let window = timeline.window
            first = timeline.number(at: max(position, window.lowerBound)) ?? playlist.numbers.last
        }
        return first.map { max(min($0, playlist.numbers.upperBound - 2), playlist.numbers.lowerBound) }
    }
}

/// What a pipeline is given of a stream that goes on: everything from a part on, also what has left the server's playlist meanwhile. hlsdemux2 drops
/// the end of a stream that becomes complete after parts have left its playlist (1.22.0).
struct StreamPart: Sendable {
    /// By the numbers of its timeline.
    private(set) var first: Int
    private var segments: [MediaPlaylist.Segment] = []
    /// How many discontinuities there were before the first one.
    private var discontinuities = 0
    /// Whether what comes next has other timestamps, because its server began anew.
    private var awaitsBreak = false

    /// Begins with a part.
    init(first: Int) { self.first = first }

    /// hlsdemux2 begins with the first of so many, and of more with the fourth from the end (1.22.0).
    static let beginning = 4
    private static let most = 2_000

    /// Takes what is new in a version of the playlist, until it has so many.
    mutating func take(
        _ playlist: MediaPlaylist, on timeline: PlaylistTimeline, upTo limit: Int, isInterrupted: Bool = false
    ) {
        if isInterrupted { awaitsBreak = true }
        let start = playlist.sequence + timeline.shift
        let next = first + segments.count
        // What the server has dropped before it was seen is not there.
        if start > next { (first, segments) = (start, []) }
        if segments.isEmpty {
            let before = playlist.segments.prefix(max(first - start, 0))
            discontinuities = playlist.discontinuitySequence &+ before.count { $0.isDiscontinuity }
        }
        let known = first + segments.count - start
        guard known >= 0, known < playlist.segments.count else { return }
        for (offset, segment) in playlist.segments[known...].prefix(max(limit - segments.count, 0))
            .enumerated()
        {
            var segment = segment
            // It is kept under this number where the server begins to count anew.
            let vector = segment.key?.vector(of: playlist.sequence + known + offset)
            segment.key?.initializationVector = vector
            if awaitsBreak { segment.isDiscontinuity = true }
            awaitsBreak = false
            segments.append(segment)
        }
        // Only what the server has dropped is dropped: the pipeline may be anywhere in the rest.
        let surplus = min(segments.count - Self.most, start - first)
        if surplus > 0 {
            discontinuities &+= segments.prefix(surplus).count { $0.isDiscontinuity }
            segments.removeFirst(surplus)
            first += surplus
        }
    }

    /// A playlist of it; complete when the whole is, and all of it was taken.
    func playlist(like playlist: MediaPlaylist, on timeline: PlaylistTimeline) -> MediaPlaylist? {
        guard !segments.isEmpty else { return nil }
        var result = playlist
        result.segments = segments
        result.sequence = first - timeline.shift
        result.discontinuitySequence = discontinuities
        result.isComplete = playlist.isComplete && playlist.numbers.upperBound == result.numbers.upperBound
        if !result.isComplete, result.kind == .onDemand { result.kind = nil }
        return result
    }
}

/// Where on the timeline of a load that of its pipeline begins; read where media pass.
final class StreamOrigin: Sendable {
    private let value = Mutex(Duration.zero)

    var position: Duration {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
