internal import Synchronization

extension Player {
    /// Moves to a position, and forgets how that ended; see the asynchronous form for the promises.
    public func seek(to position: Duration, tolerance: SeekTolerance = .exact) {
        perform(.command(.seek(SeekRequest(target: position, tolerance: tolerance))))
    }

    /// Moves to a position and answers exactly once, whatever happens (contract 2.3).
    ///
    /// The position is clamped to the medium. While the seek is in flight, ``position`` is its target and the state
    /// is buffering. Of several seeks in quick succession, one is in flight and one waits; the others are
    /// answered with ``SeekResult/superseded``. Before the item is prerolled, the seek is kept and carried out before
    /// the first frame is shown. Cancelling the calling task does not take the seek back.
    @discardableResult
    public func seek(to position: Duration, tolerance: SeekTolerance = .exact) async -> SeekResult {
        await answered { id in .seek(SeekRequest(id: id, target: position, tolerance: tolerance)) }
    }

    /// Moves by a distance, forwards or backwards, from the target of the seek that is pending, or else from the position; and
    /// forgets how that ended. Skips in quick succession add up.
    public func skip(by distance: Duration) {
        perform(.command(.skip(id: nil, by: distance)))
    }

    /// Moves by a distance and answers exactly once, like ``seek(to:tolerance:)->SeekResult``.
    @discardableResult
    public func skip(by distance: Duration) async -> SeekResult {
        await answered { id in .skip(id: id, by: distance) }
    }

    /// Gives a command that is answered later, exactly once.
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
    /// Whether a seek can succeed: there is content that is not known to refuse it.
    public var canSeek: Bool { snapshot.canSeek }

    /// Whether ``skip(by:)->()`` forwards would move: content can seek and does not stand at its end.
    public var canSkipForward: Bool { snapshot.canSkipForward }

    /// Whether ``skip(by:)->()`` backwards would move: content can seek and does not stand at its beginning.
    public var canSkipBackward: Bool { snapshot.canSkipBackward }
}

extension PlayerSnapshot {
    var canSeek: Bool { item != nil && error == nil && (isSeekable || !isPrerolled) }
    var canSkipForward: Bool { canSeek && duration.map { position < $0 } ?? true }
    var canSkipBackward: Bool { canSeek && position > .zero }
}
