package import Playhead
private import Synchronization

/// A clock that advances only through a function call.
package final class ManualTime: PlayerTime {
    private struct Call {
        var number: Int
        var due: Duration
        var action: @Sendable () -> Void
    }

    private struct State {
        var now: Duration = .zero
        var calls: [Call] = []
        var lastNumber = 0

        /// Removes the next due call and advances to its time.
        mutating func next(until limit: Duration) -> (@Sendable () -> Void)? {
            let first = calls.min { ($0.due, $0.number) < ($1.due, $1.number) }
            guard let first, first.due <= limit else { return nil }
            calls.removeAll { $0.number == first.number }
            now = max(now, first.due)
            return first.action
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Duration { state.withLock(\.now) }

    /// The number of pending calls.
    package var scheduledCount: Int { state.withLock(\.calls.count) }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.calls.append(
                Call(number: state.lastNumber, due: state.now + max(delay, .zero), action: action))
            return state.lastNumber
        }
        return PlayerTimer { [weak self] in
            self?.state.withLock { $0.calls.removeAll { $0.number == number } }
        }
    }

    /// Advances the time. Due calls run on this thread in order, each at its own time. The function returns
    /// after the last of them.
    package func advance(by delta: Duration) {
        let target = now + delta
        while let action = state.withLock({ $0.next(until: target) }) { action() }
        state.withLock { $0.now = max($0.now, target) }
    }
}
