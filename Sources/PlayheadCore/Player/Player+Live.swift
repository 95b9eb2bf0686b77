extension Player {
    /// The type of the stream: on demand, live, or live with a DVR window.
    public var streamType: StreamType { snapshot.streamType }

    /// The range of valid seek targets; nil if unknown or empty. It moves in a live stream.
    public var seekableRange: Range<Duration>? { snapshot.seekableRange }

    /// The distance from the position to the live edge; nil for content that is not live.
    public var liveOffset: Duration? { snapshot.liveOffset }

    /// The variant of the adaptive stream that is being fetched; nil without variants.
    public var variant: StreamVariant? { snapshot.variant }

    /// The measured download rate of the current item in bits per second; nil until it is known, and for
    /// files.
    ///
    /// ``PlaybackMetrics/bandwidth`` is the mean over the whole item, including the time until responses.
    public var bandwidth: Double? { snapshot.bandwidth }

    /// Seeks to the latest playable position of a live stream without a result.
    public func seekToLive() { perform(.command(.seekToLive(id: nil))) }

    /// Seeks to the latest playable position of a live stream and returns exactly one result, like
    /// ``seek(to:tolerance:)->SeekResult``. Content that is not live gives ``SeekResult/failed(_:)``.
    @discardableResult
    public func seekToLive() async -> SeekResult { await answered { id in .seekToLive(id: id) } }
}
