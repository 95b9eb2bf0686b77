/// An item that is opened ahead of its turn.
public struct PreloadedItem: Sendable, Equatable {
    /// Its identity in the queue.
    public let id: QueueItem.ID
    /// Whether it can begin at once.
    public let isReady: Bool
    /// Why it cannot be played; nil as long as it can.
    public let error: PlayerError?
}
