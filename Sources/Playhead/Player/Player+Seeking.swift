internal import Synchronization

extension Player {
    /// Moves to a position, and forgets how that ended; see the asynchronous form for the promises.
    public func seek(to position: Duration, mode: SeekMode = .accurate) {
        perform(.command(.seek(SeekRequest(target: position, mode: mode))))
    }

    /// Moves to a position and answers exactly once, whatever happens (contract 2.3).
    ///
    /// The position is clamped to the medium. While the seek is in flight, ``position`` is its target and the state
    /// is buffering. Of several seeks in quick succession, one is in flight and one waits; the others are
    /// answered with ``SeekResult/superseded``. Before the item is prerolled, the seek is kept and carried out before
    /// the first frame is shown. Cancelling the calling task does not take the seek back.
    @discardableResult
    public func seek(to position: Duration, mode: SeekMode = .accurate) async -> SeekResult {
        await withCheckedContinuation { continuation in
            core.withLock { core in
                let id = core.register { continuation.resume(returning: $0) }
                let request = SeekRequest(id: id, target: position, mode: mode)
                core.commit(.command(.seek(request)), at: time.now)
            }
            carryOut()
        }
    }
}
