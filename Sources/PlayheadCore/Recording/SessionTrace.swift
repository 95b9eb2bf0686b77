internal import Synchronization

/// A recording in progress. It ends when it is stopped or released, or when the player is closed.
public final class SessionTrace: Sendable {
    private let recorder: Recorder
    private let end: @Sendable () -> Void

    init(recorder: Recorder, end: @escaping @Sendable () -> Void) {
        self.recorder = recorder
        self.end = end
    }

    deinit { end() }

    /// The error that made the recording incomplete, for example a full disk; nil without one. The file is
    /// replayable up to the error.
    public var fault: PlayerError? { recorder.fault }

    /// Ends the recording: later inputs are not recorded. Earlier ones may still be unwritten. A second call
    /// has no effect.
    public func stop() { end() }

    /// Ends the recording and returns when the file is complete; throws the error that made it incomplete.
    public func stop() async throws(PlayerError) {
        end()
        await recorder.finished()
        if let fault { throw fault }
    }
}
