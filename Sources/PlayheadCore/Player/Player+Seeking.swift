internal import Synchronization

extension Player {
    /// Seeks to a position without a result. See the asynchronous form for the guarantees.
    public func seek(to position: Duration, tolerance: SeekTolerance = .exact) {
        perform(.command(.seek(SeekRequest(target: position, tolerance: tolerance))))
    }

    /// Seeks to a position and returns exactly one result (contract 2.3).
    ///
    /// - The position is clamped to the medium.
    /// - While the seek is in flight, ``position`` is its target and the state is buffering.
    /// - Of several seeks in quick succession, one is in flight and one waits. The others return
    ///   ``SeekResult/superseded``.
    /// - A seek before the preroll is kept and carried out before the first frame is shown.
    /// - Cancelling the calling task does not cancel the seek.
    @discardableResult
    public func seek(to position: Duration, tolerance: SeekTolerance = .exact) async -> SeekResult {
        await answered { id in .seek(SeekRequest(id: id, target: position, tolerance: tolerance)) }
    }

    /// Seeks by a distance, forwards or backwards, without a result. The origin is the target of the pending
    /// seek, or else the position. Skips in quick succession add up.
    public func skip(by distance: Duration) {
        perform(.command(.skip(id: nil, by: distance)))
    }

    /// Seeks by a distance and returns exactly one result, like ``seek(to:tolerance:)->SeekResult``.
    @discardableResult
    public func skip(by distance: Duration) async -> SeekResult {
        await answered { id in .skip(id: id, by: distance) }
    }

    /// Performs a command and returns its result, exactly once.
    func answered(_ command: @escaping @Sendable (Int) -> Command) async -> SeekResult {
        await withCheckedContinuation { continuation in
            change { core in
                let id = core.register { continuation.resume(returning: $0) }
                core.commit(.command(command(id)), at: time.now)
            }
        }
    }
}

extension Player {
    /// Whether a seek can succeed: there is content that is not known to be unseekable.
    public var canSeek: Bool { snapshot.canSeek }

    /// Whether ``skip(by:)->()`` forwards would seek: the content is seekable and not at its end.
    public var canSkipForward: Bool { snapshot.canSkipForward }

    /// Whether ``skip(by:)->()`` backwards would seek: the content is seekable and not at its beginning.
    public var canSkipBackward: Bool { snapshot.canSkipBackward }
}

extension PlayerSnapshot {
    var canSeek: Bool { item != nil && error == nil && (isSeekable || !isPrerolled) }
    var canSkipForward: Bool { canSeek && duration.map { position < $0 } ?? true }
    var canSkipBackward: Bool { canSeek && position > .zero }
}
