package import Playhead
private import Synchronization

/// Time that stands still until it is moved by hand.
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

        /// Takes the call that is due first, and moves to its time.
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

    /// How many calls are due later.
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

    /// Moves on; what is due meanwhile is called on this thread, in the order in which it is due and each at its own
    /// time. Returns when all of it has returned.
    package func advance(by delta: Duration) {
        let target = now + delta
        while let action = state.withLock({ $0.next(until: target) }) { action() }
        state.withLock { $0.now = max($0.now, target) }
    }
}
