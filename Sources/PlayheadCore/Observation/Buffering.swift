package import DequeModule

extension Deque<PlayerEvent> {
    /// The maximum number of buffered events for one consumer.
    static var limit: Int { 1024 }

    /// Appends an event. The next position replaces an undelivered one. Beyond the limit the oldest event is
    /// dropped, except errors, ends and item changes.
    mutating func append(merging event: PlayerEvent) {
        if case .positionChanged = event, let last, case .positionChanged = last { removeLast() }
        append(event)
        if count > Self.limit, let index = firstIndex(where: { !$0.isIndispensable }) { remove(at: index) }
    }
}

extension PlayerEvent {
    /// Whether every consumer must receive the event (contract 3.6).
    var isIndispensable: Bool {
        switch self {
        case .error, .finished, .itemChanged: true
        default: false
        }
    }
}

extension Deque {
    /// Appends an element; beyond the limit the oldest one is dropped.
    package mutating func append(_ element: Element, limit: Int) {
        append(element)
        if count > limit { removeFirst() }
    }
}
