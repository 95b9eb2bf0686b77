internal import Synchronization

/// One place in a queue: something to play, with an identity of its own. Two items with the same address are two items.
public struct QueueItem: Sendable, Hashable, Codable, Identifiable {
    /// What tells an item from all others, in every queue of this process; those that ``Player/load(_:autoplay:)`` makes, from all others of
    /// their player.
    public struct ID: Sendable, Hashable, Comparable, Codable {
        package let number: Int

        package init(number: Int) { self.number = number }

        /// What is made later is another one, also where this comes from an earlier process.
        public init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
            QueueItem.count.max(number, ordering: .relaxed)
        }

        static let lowest = ID(number: .min)

        /// Older ones come first.
        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    /// Its identity.
    public let id: ID
    /// What is played at its turn.
    public var media: MediaItem { kept.media }
    private let kept: KeptMedia

    private enum CodingKeys: String, CodingKey {
        case id
        case kept = "media"
    }

    /// A new item, unlike all others.
    public init(_ media: MediaItem) {
        self.init(id: ID(number: Self.count.add(1, ordering: .relaxed).newValue), media)
    }

    package init(id: ID, _ media: MediaItem) {
        self.id = id
        kept = KeptMedia(media)
    }

    fileprivate static let count = Atomic(0)
}

/// Keeps a medium in one place, so that long lists of items are small, and quick to copy and to shuffle.
private final class KeptMedia: Sendable, Hashable, Codable {
    let media: MediaItem

    init(_ media: MediaItem) { self.media = media }

    init(from decoder: any Decoder) throws { media = try MediaItem(from: decoder) }

    func encode(to encoder: any Encoder) throws { try media.encode(to: encoder) }

    static func == (left: KeptMedia, right: KeptMedia) -> Bool { left === right || left.media == right.media }

    func hash(into hasher: inout Hasher) { hasher.combine(media) }
}
