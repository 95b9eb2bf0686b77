extension PlaylistTimeline {
    /// The server's number of the segment to begin with, at least `distance` before the end. Without a distance: where the playlist says
    /// (`EXT-X-START`), at the beginning of what is complete, else as far from the end as the server asks (`HOLD-BACK`), or three target
    /// durations. Nil before the first version.
    package func liveStart(_ distance: Duration? = nil) -> Int? {
        guard let latest, !current.isEmpty else { return nil }
        let window = window
        let position: Duration
        if let distance {
            position = window.upperBound - distance
        } else if let start = latest.start {
            position = (start.offset < .zero ? window.upperBound : window.lowerBound) + start.offset
        } else if latest.isComplete {
            position = window.lowerBound
        } else {
            position = window.upperBound - (latest.serverControl.holdBack ?? latest.targetDuration * 3)
        }
        if position >= window.upperBound { return current.upperBound - 1 - shift }
        return number(at: max(position, window.lowerBound)) ?? current.lowerBound - shift
    }
}
