internal import Synchronization

/// An observation by a closure: ends when it is cancelled or released.
public final class PlayerObservation: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    deinit { cancel() }

    /// Ends the observation: the closure is not called again, but for a call that is under way at this moment. A second time
    /// nothing happens.
    public func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}
