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

    /// So far a playlist and timestamps that go on may be apart.
    private static let tolerance: Duration = .milliseconds(250)
    /// So far they may come apart in one run; beyond that, a server began anew without saying so.
    private static let drift: Duration = .seconds(10)
}
