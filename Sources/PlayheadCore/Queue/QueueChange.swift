/// A change of a player's queue.
public struct QueueChange: Sendable, Equatable {
    /// The cause of a queue change.
    public enum Reason: String, Sendable, Hashable, CaseIterable, Codable {
        /// An item was loaded and replaced the queue.
        case load
        case insert
        case move
        case remove
        /// The queue was replaced.
        case replace
        /// The repeat mode, the order, the end action or the failure policy changed.
        case mode
        /// The player was reset.
        case reset
    }

    /// The queue before the change.
    public let old: PlaybackQueue
    /// The queue after the change.
    public let new: PlaybackQueue
    /// The cause of the change.
    public let reason: Reason

    /// Makes a change, for example for a test.
    public init(from old: PlaybackQueue, to new: PlaybackQueue, reason: Reason) {
        (self.old, self.new, self.reason) = (old, new, reason)
    }
}

extension QueueEdit {
    var reason: QueueChange.Reason {
        switch self {
        case .insert: .insert
        case .move: .move
        case .remove: .remove
        case .replace: .replace
        case .setRepeatMode, .shuffle, .setEndAction, .setFailurePolicy: .mode
        }
    }
}
