internal import Synchronization

/// A recording that is being made: ends when it is stopped or released, or when the player is closed.
public final class SessionTrace: Sendable {
    private let recorder: Recorder
    private let end: @Sendable () -> Void

    init(recorder: Recorder, end: @escaping @Sendable () -> Void) {
        self.recorder = recorder
        self.end = end
    }

    deinit { end() }

    /// What kept the recording from being written wholly, such as a full disk; nil while all is well. What stands in the file up to
    /// there can be replayed.
    public var fault: PlayerError? { recorder.fault }

    /// Ends the recording: nothing that happens from now on is in it. What is in it may still be on its way into the file. A second
    /// time nothing happens.
    public func stop() { end() }

    /// Ends the recording and returns when it stands in its file, wholly; throws what kept it from that.
    public func stop() async throws(PlayerError) {
        end()
        await recorder.finished()
        if let fault { throw fault }
    }
}
