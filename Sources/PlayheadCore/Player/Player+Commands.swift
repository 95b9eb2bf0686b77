extension Player {
    /// Loads an item in place of the current one and prerolls it: the first frame is shown. Playback starts
    /// if `autoplay` is true.
    ///
    /// Observers receive the end of the previous item, then `itemChanged`. Later they receive `ready`, or an
    /// `error` within ``PlayerConfiguration/loadTimeout`` plus the startup time of GStreamer. On a closed
    /// player nothing happens.
    public func load(_ item: MediaItem, autoplay: Bool = false) {
        perform(.command(.end(.replaced)), .command(.load(item, autoplay: autoplay)))
    }

    /// Requests playback.
    ///
    /// | state | effect |
    /// |---|---|
    /// | at the end of the content | playback restarts at the beginning |
    /// | after an error | the item is reopened at the last position (truncated or live: at its start) |
    /// | without a current item | the first item of the queue starts; with an empty queue nothing happens |
    public func play() { perform(.command(.play)) }

    /// Requests a pause. The position and the video frame stay.
    public func pause() { perform(.command(.pause)) }

    /// Inverts the last request to play or pause. Two toggles cancel each other, also while buffering.
    public func toggle() { perform(.command(.toggle)) }

    /// Pauses at the beginning and keeps the content. The previous playback ends with ``EndReason/stopped``.
    public func stop() { perform(.command(.interrupt), .command(.stop)) }

    /// Removes the content. The previous playback ends with ``EndReason/stopped``.
    public func reset() { perform(.command(.end(.stopped)), .command(.reset)) }

    /// Reopens the item after an error, as ``play()`` does, without a request to play or pause. Does nothing
    /// without an error.
    public func retry() { perform(.command(.retry)) }
}

extension Player {
    /// Whether the player has content and playback is not requested. (``play()`` also starts a queue without
    /// a current item.)
    public var canPlay: Bool {
        let snapshot = snapshot
        return snapshot.item != nil && !snapshot.wantsToPlay
    }
}
