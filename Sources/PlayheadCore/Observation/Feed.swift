internal import DequeModule
internal import Synchronization

/// Somebody who hears of every step of a player, at once and in order, on the thread that carries it out.
protocol StepListener: AnyObject, Sendable {
    var interest: Interest { get }
    func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot)
    /// Nothing will come any more.
    func finish()
}

/// What a listener is there for: decides what is measured while it listens, and of what it hears.
package enum Interest: Sendable {
    /// Every event, positions at the reporting interval among them.
    case events
    /// What does not change because time passes.
    case facts
    /// Media times that playback comes by.
    case times(TimeSubscriptions)

    /// Whether a step that such an input made is of any interest. What is measured for others is not.
    func concerns(_ input: PlayerInput) -> Bool {
        switch input {
        case .pipeline(.reached, _), .command(.watchTimes): if case .times = self { true } else { false }
        case .command(.watch): false
        default: true
        }
    }
}

/// The buffer before one consumer of an asynchronous sequence.
package final class Feed<Element: Sendable>: Sendable {
    private struct State {
        var buffer: Deque<Element> = []
        /// Several only when tasks share one sequence.
        var waiters: Deque<CheckedContinuation<Element?, Never>> = []
        var isFinished = false
        /// What was taken last, where that is of interest.
        var taken: Element?
    }

    private let state = Mutex(State())
    private let isSame: (@Sendable (Element, Element) -> Bool)?
    private let store: @Sendable (Element, inout Deque<Element>) -> Void

    /// `store` puts an element behind the ones that nobody has taken yet, and decides which of them give way. With `isSame`, none is given
    /// out behind its like, also where those between them have given way.
    init(
        isSame: (@Sendable (Element, Element) -> Bool)? = nil,
        store: @escaping @Sendable (Element, inout Deque<Element>) -> Void
    ) {
        self.isSame = isSame
        self.store = store
    }

    package func append(_ element: Element) {
        let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isFinished else { return nil }
            if let isSame {
                if let last = state.buffer.last ?? state.taken, isSame(last, element) { return nil }
                if !state.waiters.isEmpty { state.taken = element }
            }
            if let waiter = state.waiters.popFirst() { return waiter }
            store(element, &state.buffer)
            return nil
        }
        waiter?.resume(returning: element)
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

    private func takeFirst(_ state: inout State) -> Element? {
        guard let isSame else { return state.buffer.popFirst() }
        while let element = state.buffer.popFirst() {
            if let taken = state.taken, isSame(taken, element) { continue }
            state.taken = element
            return element
        }
        return nil
    }

    func next() async -> Element? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Element?? in
                if let element = takeFirst(&state) { return .some(element) }
                if state.isFinished { return .some(nil) }
                state.waiters.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}

/// Turns the steps of a player into the elements of one sequence. Attached for as long as somebody holds the sequence.
final class FeedListener<Element: Sendable>: StepListener {
    let feed: Feed<Element>
    let interest: Interest
    private let take: @Sendable ([PlayerEvent], PlayerSnapshot, Feed<Element>) -> Void

    init(
        feed: Feed<Element>, interest: Interest,
        take: @escaping @Sendable ([PlayerEvent], PlayerSnapshot, Feed<Element>) -> Void
    ) {
        self.feed = feed
        self.interest = interest
        self.take = take
    }

    func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot) { take(events, snapshot, feed) }
    func finish() { feed.finish() }
}

/// Detaches a listener when the last holder of its sequence lets go, or before.
final class Attachment: Sendable {
    let detach: @Sendable () -> Void
    init(detach: @escaping @Sendable () -> Void) { self.detach = detach }
    deinit { detach() }
}
