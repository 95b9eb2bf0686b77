internal import Dispatch
internal import Synchronization

extension Player {
    /// Records everything that can change this player from now on, in the order in which it takes effect, into a file of JSON Lines
    /// that `playhead replay` and the test kit's `TraceReplay` read. What stands in it, addresses above all, is described in
    /// `docs/recording.md`.
    ///
    /// The file is made at once, in the calling thread, in place of what was there. It is written on a queue of its own: no command
    /// and no callback waits for it. Inputs that a slow disk leaves unwritten beyond ten thousand are left out, and the
    /// recording says how many. A fault while it is written ends the recording, not playback: observers hear a warning, and
    /// ``SessionTrace/fault`` says it too.
    ///
    /// A player can make several recordings at once, each in a file of its own.
    ///
    /// - Returns: what ends the recording when it is released. The asynchronous `close(force:kill:)` ends it and waits
    ///   for it.
    /// - Throws: why the file cannot be made, or that the player is closed.
    public func captureTrace(to path: String) throws(PlayerError) -> SessionTrace {
        if status == .closed { throw .closedPlayer }
        let file = try RecordingFile(path: path)
        return try record(into: file.write)
    }

    /// Records into anything that takes bytes; `sink` is called on a queue of the recording's own and may block.
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
