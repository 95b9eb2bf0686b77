internal import DequeModule
internal import Dispatch
internal import Synchronization

/// The delivery of events to one observer: a buffer and a queue of its own. A slow observer delays neither
/// the pipeline nor other observers, and still receives all events in order.
final class ObserverQueue: Sendable {
    private struct State {
        var buffer: Deque<PlayerEvent> = []
        var isDraining = false
        var isFinished = false
        var isClosed = false
    }

    /// The identity of the observer, without a reference to it; nil for a closure.
    let identity: ObjectIdentifier?
    private let state = Mutex(State())
    let queue: DispatchQueue
    private let group: DispatchGroup
    private let time: any PlayerTime
    private let hasObserver: @Sendable () -> Bool
    private let deliver: @Sendable (PlayerEvent, ObserverQueue) -> Bool

    /// `deliver` returns false when the observer is gone. `group` counts deliveries in progress, and a
    /// virtual clock waits for them.
    init(
        identity: ObjectIdentifier?, queue: DispatchQueue?, group: DispatchGroup, time: any PlayerTime,
        hasObserver: @escaping @Sendable () -> Bool = { true },
        deliver: @escaping @Sendable (PlayerEvent, ObserverQueue) -> Bool
    ) {
        self.identity = identity
        self.hasObserver = hasObserver
        self.queue = queue ?? DispatchQueue(label: "playhead.observer", qos: .userInitiated)
        self.group = group
        self.time = time
        self.deliver = deliver
    }

    /// Delivers events; after the last ones, the queue accepts no more.
    func append(_ events: [PlayerEvent], isLast: Bool) {
        let starts = state.withLock { state in
            guard !state.isClosed, !state.isFinished else { return false }
            state.isFinished = isLast
            if events.isEmpty { return false }
            for event in events { state.buffer.append(merging: event) }
            defer { state.isDraining = true }
            return !state.isDraining
        }
        guard starts else { return }
        group.enter()
        time.beginWork()
        queue.async { self.drain() }
    }

    /// Stops delivery, except for a call in progress.
    func close() {
        state.withLock {
            $0.isClosed = true
            $0.buffer.removeAll()
        }
    }

    /// Calls the action after all events so far have been delivered.
    func whenDelivered(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

    /// Whether delivery has stopped.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Whether the queue has delivered all its events and accepts no more.
    var isOver: Bool {
        state.withLock { ($0.isClosed || $0.isFinished) && !$0.isDraining && $0.buffer.isEmpty }
    }

    /// Whether the observer is gone. Must not be called under a lock: the check may release an observer.
    var isAbandoned: Bool { isClosed || !hasObserver() }

    private func drain() {
        while let event = next() {
            if !deliver(event, self) { close() }
        }
        group.leave()
        time.endWork()
    }

    private func next() -> PlayerEvent? {
        state.withLock { state in
            if let event = state.buffer.popFirst() { return event }
            state.isDraining = false
            return nil
        }
    }
}
