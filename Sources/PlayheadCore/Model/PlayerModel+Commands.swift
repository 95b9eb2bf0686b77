extension PlayerModel {
    /// Whether there is content and the player was not asked to play it. (``play()`` also begins a queue that has no
    /// current item.)
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

    /// Moves to a position, as the player does.
    public func seek(to position: Duration, tolerance: SeekTolerance = .exact) {
        ask { $0.seek(to: position, tolerance: tolerance) }
    }

    /// Moves by a distance, as the player does.
    public func skip(by distance: Duration) { ask { $0.skip(by: distance) } }

    /// As ``Player/skipToNextChapter()``.
    public func skipToNextChapter() { ask { $0.skipToNextChapter() } }

    /// As ``Player/skipToPreviousChapter()``.
    public func skipToPreviousChapter() { ask { $0.skipToPreviousChapter() } }

    /// Passes a command on and shows what became of it.
    func ask(_ command: (Player) -> Void) {
        command(player)
        look()
    }
}
