/// A preloaded item.
public struct PreloadedItem: Sendable, Equatable {
    /// The identity in the queue.
    public let id: QueueItem.ID
    /// Whether the item can start immediately.
    public let isReady: Bool
    /// The error of an unplayable item; nil otherwise.
    public let error: PlayerError?
}
