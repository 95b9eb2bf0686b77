/// A change of a player's queue.
public struct QueueChange: Sendable, Equatable {
    /// What changed it.
    public enum Reason: String, Sendable, Hashable, CaseIterable, Codable {
        /// An item was loaded in place of all that was there.
        case load
        case insert
        case move
        case remove
        /// Another list was set.
        case replace
        /// What is repeated, the order, or what happens at ends and failures.
        case mode
        /// The player was reset.
        case reset
    }

    /// The queue before.
    public let old: PlaybackQueue
    /// The queue since then.
    public let new: PlaybackQueue
    /// What changed it.
    public let reason: Reason

    /// A change, for example for a test of one's own.
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
