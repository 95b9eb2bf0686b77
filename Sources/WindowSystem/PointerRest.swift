internal import Dispatch
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// Hides the pointer when it has rested for a time, and shows it when it moves.
final class PointerRest: Sendable {
    private struct State {
        var delay: Duration?
        var isHidden = false
        var lastMotion = DispatchTime.now()
        /// Whether the timer runs.
        var isPending = false
    }

    private let queue: DispatchQueue
    private let hide: @Sendable (Bool) -> Void
    private let state: Mutex<State>

    /// `hide` is called on the queue, with false to show the pointer.
    init(_ queue: DispatchQueue, after delay: Duration?, hide: @escaping @Sendable (Bool) -> Void) {
        (self.queue, self.hide) = (queue, hide)
        state = Mutex(State(delay: delay))
    }

    /// Sets the time of rest; nil leaves the pointer visible.
    func wait(for delay: Duration?) {
        state.withLock { $0.delay = delay }
        if delay == nil { moved() } else { begin() }
    }

    /// The pointer has moved. Called on the queue.
    func moved() {
        let wasHidden = state.withLock { state in
            state.lastMotion = .now()
            defer { state.isHidden = false }
            return state.isHidden
        }
        if wasHidden { hide(false) }
        begin()
    }

    /// Waits for the rest of the pointer.
    func begin() {
        let next: DispatchTime? = state.withLock { state in
            guard let delay = state.delay, !state.isPending, !state.isHidden else { return nil }
            state.isPending = true
            return state.lastMotion + .nanoseconds(Int(delay.inNanoseconds))
        }
        guard let next else { return }
        queue.asyncAfter(deadline: next) { [weak self] in self?.end(dueAt: next) }
    }

    private func end(dueAt scheduled: DispatchTime) {
        let hides = state.withLock { state in
            state.isPending = false
            guard let delay = state.delay else { return false }
            state.isHidden = state.lastMotion + .nanoseconds(Int(delay.inNanoseconds)) <= scheduled
            return state.isHidden
        }
        if hides { hide(true) } else { begin() }
    }
}
