internal import Synchronization

/// A one-shot signal with one waiter.
final class Sleeper: Sendable {
    private enum State {
        case awake, asleep(CheckedContinuation<Void, Never>), woken
    }

    private let state = Mutex(State.awake)

    func sleep() async {
        await withCheckedContinuation { continuation in
            let isWoken = state.withLock { state in
                if case .woken = state { return true }
                state = .asleep(continuation)
                return false
            }
            if isWoken { continuation.resume() }
        }
    }

    /// Wakes the waiter; `first` runs at the first call only.
    func wake(doing first: () -> Void = {}) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if case .woken = state { return nil }
            defer { state = .woken }
            first()
            if case .asleep(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume()
    }
}
