internal import Synchronization

/// An observation by a closure: ends when it is cancelled or released.
public final class PlayerObservation: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    deinit { cancel() }

    /// Ends the observation: the closure is not called again, except for a call in progress. A second call
    /// has no effect.
    public func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}
