internal import DequeModule
internal import Synchronization

/// The way of the events to one asynchronous sequence.
final class EventBuffer: Sendable {
    private struct State {
        var buffer: Deque<PlayerEvent> = []
        var waiter: CheckedContinuation<PlayerEvent?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    func append(_ events: [PlayerEvent]) {
        for event in events {
            let waiter = state.withLock { state -> CheckedContinuation<PlayerEvent?, Never>? in
                guard !state.isFinished else { return nil }
                guard let waiter = state.waiter else {
                    state.buffer.append(merging: event)
                    return nil
                }
                state.waiter = nil
                return waiter
            }
            waiter?.resume(returning: event)
        }
    }

    /// What is buffered can still be read; then the sequence ends.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    func next() async -> PlayerEvent? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> PlayerEvent?? in
                if let event = state.buffer.popFirst() { return .some(event) }
                if state.isFinished { return .some(nil) }
                state.waiter = continuation
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

    deinit { detach(buffer) }
}
