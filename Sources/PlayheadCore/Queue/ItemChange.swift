/// A change of the current item.
public struct ItemChange: Sendable, Equatable {
    /// The extent to which an item was played.
    public struct Ending: Sendable, Equatable {
        /// The item.
        public let item: MediaItem
        /// The identity in the queue.
        public let id: QueueItem.ID?
        /// The reason for the end; nil if the item was not playing.
        public let reason: EndReason?
        /// The duration; nil if unknown.
        public let duration: Duration?
        /// The last position.
        public package(set) var position: Duration = .zero
        /// The presented media time; repeated intervals count once.
        public package(set) var played: Duration = .zero
    }

    /// The new current item; nil for none.
    public let item: MediaItem?
    /// The identity of the new item in the queue.
    public let id: QueueItem.ID?
    /// The reason for the change.
    public let reason: ItemChangeReason
    /// The end of the previous item; nil for none.
    public package(set) var previous: Ending?

    /// Makes a change, for example for a test.
    public init(
        to item: MediaItem?, id: QueueItem.ID? = nil, reason: ItemChangeReason, previous: Ending? = nil
    ) {
        (self.item, self.id, self.reason, self.previous) = (item, id, reason, previous)
    }
}
