package import DequeModule

extension Deque<PlayerEvent> {
    /// How many events wait for one consumer before rare ones give way too.
    static var limit: Int { 1024 }

    /// Appends an event. A position that nobody has heard yet gives way to the next one; beyond the limit the oldest
    /// event gives way, but never an error, an end or a change of item.
    mutating func append(merging event: PlayerEvent) {
        if case .positionChanged = event, let last, case .positionChanged = last { removeLast() }
        append(event)
        if count > Self.limit, let index = firstIndex(where: { !$0.isIndispensable }) { remove(at: index) }
    }
}

extension PlayerEvent {
    /// Whether nobody may miss it (contract 3.6).
    var isIndispensable: Bool {
        switch self {
        case .error, .finished, .itemChanged: true
        default: false
        }
    }
}

extension Deque {
    /// Appends an element; beyond a limit the oldest one gives way.
    package mutating func append(_ element: Element, limit: Int) {
        append(element)
        if count > limit { removeFirst() }
    }
}
