internal import Synchronization

/// Where a part of a stream is to lie, if it consists of fragments of MP4.
struct FragmentPlace: Sendable, Equatable {
    /// Where the beginning of its container is.
    var map: MediaPlaylist.Map?
    /// How many discontinuities are before it.
    var run = 0
    /// On the timeline of its playlist.
    var start: Duration = .zero
    /// By its own timestamps, where that is known before it is read.
    var mediaTime: Duration?
}

/// By how much the timestamps of the runs of a stream are moved, so that they go on where the stream is discontinuous.
///
/// hlsdemux2 (1.22.0) follows timestamps that begin anew in MPEG-TS; of fragments it plays them as they are, over what was played before.
final class FragmentClocks: Sendable {
    /// A run of one stream; where only timestamps tell when something begins, of all of them, so that they stay together.
    private struct Run: Hashable {
        var number: Int
        var stream: StreamPlace?
    }

    private struct State {
        var scales: [MediaPlaylist.Map: TrackScales] = [:]
        var shifts: [Run: Duration] = [:]
        /// How much later than on the timeline of the playlist everything is.
        var offset: Duration?
        /// The kinds of streams of which hlsdemux2 knows where their timestamps begin.
        var begun: Set<Track.Kind?> = []
    }

    private let state = Mutex(State())

    func scales(of map: MediaPlaylist.Map?) -> TrackScales? {
        guard let map else { return nil }
        return state.withLock { $0.scales[map] }
    }

    func keep(_ scales: TrackScales, of map: MediaPlaylist.Map?) {
        guard let map else { return }
        state.withLock { $0.scales[map] = scales }
    }

    /// By how much a part is to be moved that begins at this time by its timestamps.
    func shift(of place: FragmentPlace, in stream: StreamPlace, from found: Duration) -> Duration {
        let run = Run(number: place.run, stream: place.mediaTime.map { _ in stream })
        let time = place.mediaTime ?? found
        return state.withLock { state in
            let offset = state.offset ?? max(.zero, time - place.start)
            state.offset = offset
            let needed = place.start + offset - time
            if let known = state.shifts[run], (needed - known).magnitude < Self.drift { return known }
            let shift = needed.magnitude < Self.tolerance ? .zero : needed
            state.shifts[run] = shift
            return shift
        }
    }

    /// Whether hlsdemux2 knows where the timestamps of a kind of streams begin.
    func hasBegun(_ kind: Track.Kind?) -> Bool { state.withLock { $0.begun.contains(kind) } }

    /// A part of a stream has come.
    func noteBeginning(of kind: Track.Kind?) { state.withLock { _ = $0.begun.insert(kind) } }

    /// What stands in the place of a part that will not come, where nothing has come of its stream: a fragment that says when it begins, and has nothing
    /// in it. hlsdemux2 (1.22.0) ends a stream without a word whose first part says no time. Nil where it knows.
    func standIn(for place: FragmentPlace, of kind: Track.Kind?) -> [UInt8]? {
        state.withLock { state in
            guard !state.begun.contains(kind), let map = place.map, let scales = state.scales[map] else {
                return nil
            }
            let offset = state.offset ?? place.mediaTime.map { max(.zero, $0 - place.start) } ?? .zero
            state.offset = offset
            state.begun.insert(kind)
            return FragmentHeader.empty(at: place.start + offset, scales)
        }
    }

    /// So far a playlist and timestamps that go on may be apart.
    private static let tolerance: Duration = .milliseconds(250)
    /// So far they may come apart in one run; beyond that, a server began anew without saying so.
    private static let drift: Duration = .seconds(10)
}
