/// Another item became current, or none.
public struct ItemChange: Sendable, Equatable {
    /// How far an item was played.
    public struct Ending: Sendable, Equatable {
        /// The item.
        public let item: MediaItem
        /// Its identity in the queue.
        public let id: QueueItem.ID?
        /// Why it ended; nil when nothing of it was under way.
        public let reason: EndReason?
        /// Its length; nil where that was not known.
        public let duration: Duration?
        /// Where it was left.
        public package(set) var position: Duration = .zero
        /// How much of it reached the outputs; each part counted once.
        public package(set) var played: Duration = .zero
    }

    /// What is current now; nil for nothing.
    public let item: MediaItem?
    /// Its identity in the queue.
    public let id: QueueItem.ID?
    /// Why.
    public let reason: ItemChangeReason
    /// What was current before; nil for nothing.
    public package(set) var previous: Ending?

    /// A change, for example for a test of one's own.
    public init(
        to item: MediaItem?, id: QueueItem.ID? = nil, reason: ItemChangeReason, previous: Ending? = nil
    ) {
        (self.item, self.id, self.reason, self.previous) = (item, id, reason, previous)
    }
}
