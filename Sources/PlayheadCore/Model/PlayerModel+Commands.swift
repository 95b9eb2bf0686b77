extension PlayerModel {
    /// Whether the player has content and playback is not requested. (``play()`` also starts a queue without
    /// a current item.)
    public var canPlay: Bool { if case .paused = state { true } else { false } }

    /// As ``Player/load(_:autoplay:)``.
    public func load(_ item: MediaItem, autoplay: Bool = false) {
        ask { $0.load(item, autoplay: autoplay) }
    }

    /// As ``Player/play()``.
    public func play() { ask { $0.play() } }

    /// As ``Player/pause()``.
    public func pause() { ask { $0.pause() } }

    /// As ``Player/toggle()``.
    public func toggle() { ask { $0.toggle() } }

    /// As ``Player/stop()``.
    public func stop() { ask { $0.stop() } }

    /// As ``Player/reset()``.
    public func reset() { ask { $0.reset() } }

    /// As ``Player/retry()``.
    public func retry() { ask { $0.retry() } }

    /// As ``Player/seek(to:tolerance:)->()``.
    public func seek(to position: Duration, tolerance: SeekTolerance = .exact) {
        ask { $0.seek(to: position, tolerance: tolerance) }
    }

    /// As ``Player/skip(by:)->()``.
    public func skip(by distance: Duration) { ask { $0.skip(by: distance) } }

    /// As ``Player/skipToNextChapter()``.
    public func skipToNextChapter() { ask { $0.skipToNextChapter() } }

    /// As ``Player/skipToPreviousChapter()``.
    public func skipToPreviousChapter() { ask { $0.skipToPreviousChapter() } }

    /// Performs a command and shows its effect.
    func ask(_ command: (Player) -> Void) {
        command(player)
        look()
    }
}
