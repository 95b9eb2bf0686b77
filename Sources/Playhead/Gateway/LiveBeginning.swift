internal import Synchronization

/// Where a stream that goes on begins.
struct LiveBeginning: Sendable {
    /// How far from its end; nil for what the stream asks for.
    var offset: Duration?
    /// Where on the timeline of the load, in place of that.
    var position: Duration?
    /// Where its parts lie, by the addresses of their playlists, if that is known from before.
    var timelines: [String: PlaylistTimeline] = [:]

    /// The number of the part to begin with: the last but one at most, because hlsdemux2 does not go on from a single one (1.22.0).
    func first(of playlist: MediaPlaylist, on timeline: PlaylistTimeline) -> Int? {
        var first = timeline.liveStart(offset)
        if let position {
            let window = timeline.window
            first = timeline.number(at: max(position, window.lowerBound)) ?? playlist.numbers.last
        }
        return first.map { max(min($0, playlist.numbers.upperBound - 2), playlist.numbers.lowerBound) }
    }

    /// hlsdemux2 begins with the first of so many, and of more with the fourth from the end (1.22.0).
    static let most = 4
}

/// Where on the timeline of a load that of its pipeline begins; read where media pass.
final class StreamOrigin: Sendable {
    private let value = Mutex(Duration.zero)

    var position: Duration {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
