internal import Synchronization

/// One place in a queue: something to play, with an identity of its own. Two items with the same address are two items.
public struct QueueItem: Sendable, Hashable, Codable, Identifiable {
    /// What tells an item from all others, in every queue of this process.
    public struct ID: Sendable, Hashable, Comparable, Codable {
        package let number: Int

        package init(number: Int) { self.number = number }

        static let lowest = ID(number: .min)

        /// Older ones come first.
        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    /// Its identity.
    public let id: ID
    /// What is played at its turn.
    public let media: MediaItem

    /// A new item, unlike all others.
    public init(_ media: MediaItem) {
        self.init(id: ID(number: Self.count.add(1, ordering: .relaxed).newValue), media)
    }

    package init(id: ID, _ media: MediaItem) {
        self.id = id
        self.media = media
    }

    private static let count = Atomic(0)
}
