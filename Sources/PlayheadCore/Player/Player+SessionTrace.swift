internal import Dispatch
internal import Synchronization

extension Player {
    /// Records all inputs of this player from now on, in order, to a JSON Lines file. `playhead replay` and
    /// the test kit's `TraceReplay` read it.
    ///
    /// `docs/recording.md` describes the content, which includes URLs.
    ///
    /// The file is created in the calling thread and replaces an existing one. It is written on a queue of
    /// its own: commands and callbacks do not wait for it. Inputs beyond ten thousand unwritten ones are
    /// dropped; the recording has their number. A write error ends the recording, not playback: observers
    /// receive a warning, and ``SessionTrace/fault`` has the error.
    ///
    /// A player can make several recordings at the same time, each to its own file.
    ///
    /// - Returns: the recording, which ends when it is released. The asynchronous `close(force:kill:)` ends
    ///   it and waits for it.
    /// - Throws: ``PlayerError`` if the file cannot be created or the player is closed.
    public func captureTrace(to path: String) throws(PlayerError) -> SessionTrace {
        if status == .closed { throw .closedPlayer }
        let file = try RecordingFile(path: path)
        return try record(into: file.write)
    }

    /// Records to a byte consumer. `sink` is called on the queue of the recording and may block.
    package func record(
        limit: Int? = nil, into sink: @escaping @Sendable ([UInt8]) throws(PlayerError) -> Void
    ) throws(PlayerError) -> SessionTrace {
        let recorder = Recorder(
            limit: limit ?? Recorder.limit, gstreamerVersion: gstreamerVersion, sink: sink
        ) { [weak self] error in
            self?.perform(.command(.warn(PlayerWarning(error))))
        } closed: { [outstanding] in
            outstanding.leave()
        }
        let begins = core.withLock { core in
            guard core.machine.status != .closed else { return false }
            outstanding.enter()
            core.begin(recorder, at: time.now)
            return true
        }
        if !begins { throw .closedPlayer }
        return SessionTrace(recorder: recorder) { [weak self] in
            guard let self else { return }
            core.withLock { $0.end(recorder, at: time.now) }
        }
    }
}

extension PlayerError {
    fileprivate static let closedPlayer = PlayerError(.closed, "The player is closed")
}
