extension Player {
    /// Loads an item in place of the current one and prerolls it at once: its first frame is shown, and playback
    /// begins if `autoplay` is true.
    ///
    /// Observers hear of the end of the item before, then `itemChanged`; later `ready`, or an `error` within
    /// ``PlayerConfiguration/loadTimeout``, to which the time that GStreamer takes to start is added. On a closed
    /// player nothing happens.
    public func load(_ item: MediaItem, autoplay: Bool = false) {
        perform(.command(.end(.replaced)), .command(.load(item, autoplay: autoplay)))
    }

    /// Asks to play.
    ///
    /// From the end of the content, playback starts again at the beginning; after an error, the item is opened afresh
    /// at the last position: one that was truncated for good, and live content, at its beginning. Without a current item
    /// the first one of the queue begins; where there is none, nothing happens.
    public func play() { perform(.command(.play)) }

    /// Asks not to play. The position and the frame stay.
    public func pause() { perform(.command(.pause)) }

    /// Asks for the opposite of what was asked last: two toggles change nothing, also while buffering.
    public func toggle() { perform(.command(.toggle)) }

    /// Pauses at the beginning of the content and keeps it. What was being played ends with ``EndReason/stopped``.
    public func stop() { perform(.command(.interrupt), .command(.stop)) }

    /// Takes the content away. What was being played ends with ``EndReason/stopped``.
    public func reset() { perform(.command(.end(.stopped)), .command(.reset)) }

    /// Opens the item afresh after an error, as ``play()`` does, without changing whether it is to play. Without an
    /// error nothing happens.
    public func retry() { perform(.command(.retry)) }
}

extension Player {
    /// Whether there is content and the player was not asked to play it. (``play()`` also begins a queue that has no
    /// current item.)
    public var canPlay: Bool {
        let snapshot = snapshot
        return snapshot.item != nil && !snapshot.wantsToPlay
    }
}
