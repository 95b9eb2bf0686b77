internal import DequeModule
internal import Dispatch
internal import Synchronization

/// The way of the events to one observer: a buffer and a queue of its own, so that a slow observer delays neither
/// the pipeline nor another observer, and still hears everything in order.
final class ObserverQueue: Sendable {
    private struct State {
        var buffer: Deque<PlayerEvent> = []
        var isDraining = false
        var isFinished = false
        var isClosed = false
    }

    /// Tells whose lane it is, without holding the observer; nil for a closure.
    let identity: ObjectIdentifier?
    private let state = Mutex(State())
    let queue: DispatchQueue
    private let group: DispatchGroup
    private let time: any PlayerTime
    private let hasObserver: @Sendable () -> Bool
    private let deliver: @Sendable (PlayerEvent, ObserverQueue) -> Bool

    /// `deliver` returns false when the observer is gone. Deliveries under way are counted in `group`, and time waits for them if it
    /// can.
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

    /// Delivers events; after the last ones, nothing more is taken.
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

    /// Nothing is delivered any more, but for a call that is under way at this moment.
    func close() {
        state.withLock {
            $0.isClosed = true
            $0.buffer.removeAll()
        }
    }

    /// Calls when what was to be delivered until now has been.
    func whenDelivered(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

    /// Whether nothing is to be delivered any more.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Whether it has delivered everything that it was given, and takes nothing more.
    var isOver: Bool {
        state.withLock { ($0.isClosed || $0.isFinished) && !$0.isDraining && $0.buffer.isEmpty }
    }

    /// Whether nobody hears this lane any more. Not to be asked under a lock: looking at an observer may release it.
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
