internal import DequeModule
internal import Synchronization

/// A listener that receives every step of a player, immediately and in order, on the thread that carries it
/// out.
protocol StepListener: AnyObject, Sendable {
    var interest: Interest { get }
    func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot)
    /// Ends the steps.
    func finish()
}

/// The steps that a listener needs; they determine what is measured.
package enum Interest: Sendable {
    /// Every event, including positions at the reporting interval.
    case events
    /// The values that do not change with time.
    case facts
    /// The media times that playback crosses.
    case times(TimeSubscriptions)

    /// Whether the step of an input is relevant. Measurements for other listeners are not.
    func concerns(_ input: PlayerInput) -> Bool {
        switch input {
        case .pipeline(.reached, _), .command(.watchTimes): if case .times = self { true } else { false }
        case .command(.watch): false
        default: true
        }
    }
}

/// The buffer of one consumer of an asynchronous sequence.
package final class Feed<Element: Sendable>: Sendable {
    private struct State {
        var buffer: Deque<Element> = []
        /// More than one only if tasks share a sequence.
        var waiters: Deque<CheckedContinuation<Element?, Never>> = []
        var isFinished = false
        /// The last delivered element, if it is needed for comparison.
        var taken: Element?
    }

    private let state = Mutex(State())
    private let isSame: (@Sendable (Element, Element) -> Bool)?
    private let store: @Sendable (Element, inout Deque<Element>) -> Void

    /// `store` appends an element to the undelivered ones and drops elements beyond its limit. With `isSame`,
    /// equal neighbours are not delivered, also after drops between them.
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

    /// Ends the sequence after its buffered elements.
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

/// A listener that maps steps to the elements of one sequence. It is attached while the sequence is held.
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

/// The attachment of a listener; detaches it on release, or before.
final class Attachment: Sendable {
    let detach: @Sendable () -> Void
    init(detach: @escaping @Sendable () -> Void) { self.detach = detach }
    deinit { detach() }
}
