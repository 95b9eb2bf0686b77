extension PlaylistTimeline {
    /// The server's number of the first segment to play, at least `distance` before the end; nil before the
    /// first version.
    ///
    /// Without a distance, playback begins at the first of these positions that applies:
    ///
    /// - the declared start (`EXT-X-START`)
    /// - the beginning of a complete playlist
    /// - the distance from the end that the server requires (`HOLD-BACK`)
    /// - three target durations before the end
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
