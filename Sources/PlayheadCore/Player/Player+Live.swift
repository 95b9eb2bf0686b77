extension Player {
    /// How the medium relates to the time in which it is played.
    public var streamType: StreamType { snapshot.streamType }

    /// Where one can seek to; nil where that is not known or nowhere. Of a stream that goes on it moves.
    public var seekableRange: Range<Duration>? { snapshot.seekableRange }

    /// How far playback is behind the newest part of a stream that goes on; nil for others.
    public var liveOffset: Duration? { snapshot.liveOffset }

    /// The variant of an adaptive stream that is being fetched; nil where there are none.
    public var variant: StreamVariant? { snapshot.variant }

    /// How fast the media of the current item comes from its network, in bits per second; nil until that is known, and for files.
    /// ``PlaybackMetrics/bandwidth`` is the mean over all of the item, waits for answers included.
    public var bandwidth: Double? { snapshot.bandwidth }

    /// Goes to the newest part of a stream that can be played, and forgets how that ended.
    public func seekToLive() { perform(.command(.seekToLive(id: nil))) }

    /// Goes to the newest part of a stream that can be played, and answers exactly once, like ``seek(to:tolerance:)->SeekResult``. What is not
    /// live is answered with ``SeekResult/failed(_:)``.
    @discardableResult
    public func seekToLive() async -> SeekResult { await answered { id in .seekToLive(id: id) } }
}
