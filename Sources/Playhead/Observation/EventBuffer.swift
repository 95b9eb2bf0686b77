internal import DequeModule
internal import Synchronization

/// The way of the events to one asynchronous sequence.
final class EventBuffer: Sendable {
    private struct State {
        var buffer: Deque<PlayerEvent> = []
        /// Several only when tasks share one sequence.
        var waiters: Deque<CheckedContinuation<PlayerEvent?, Never>> = []
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Hands events on; after the last ones, nothing more is taken.
    func append(_ events: [PlayerEvent], isLast: Bool) {
        for event in events {
            let waiter = state.withLock { state -> CheckedContinuation<PlayerEvent?, Never>? in
                guard !state.isFinished else { return nil }
                if let waiter = state.waiters.popFirst() { return waiter }
                state.buffer.append(merging: event)
                return nil
            }
            waiter?.resume(returning: event)
        }
        if isLast { finish() }
    }

    /// What is buffered can still be read; then the sequence ends.
    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }

    func next() async -> PlayerEvent? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> PlayerEvent?? in
                if let event = state.buffer.popFirst() { return .some(event) }
                if state.isFinished { return .some(nil) }
                state.waiters.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}

/// Keeps a sequence attached for as long as somebody holds it.
final class EventSubscription: Sendable {
    let buffer = EventBuffer()
    private let detach: @Sendable (EventBuffer) -> Void

    init(detach: @escaping @Sendable (EventBuffer) -> Void) {
        self.detach = detach
    }

    /// Ends the sequence, also where somebody still holds it.
    func cancel() {
        buffer.finish()
        detach(buffer)
    }

    deinit { detach(buffer) }
}
