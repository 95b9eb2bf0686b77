internal import Synchronization

/// An entry of a queue: a media item with an identity. Two entries with the same URI are different.
public struct QueueItem: Sendable, Hashable, Codable, Identifiable {
    /// The identity of an item, unique in all queues of this process. Identities from
    /// ``Player/load(_:autoplay:)`` are unique within their player.
    public struct ID: Sendable, Hashable, Comparable, Codable {
        package let number: Int

        package init(number: Int) { self.number = number }

        /// Decodes an identity. Later ones in this process differ from it, even if it comes from an earlier
        /// process.
        public init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
            QueueItem.count.max(number, ordering: .relaxed)
        }

        static let lowest = ID(number: .min)

        /// Compares identities by age; older ones come first.
        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    /// The identity.
    public let id: ID
    /// The media item.
    public var media: MediaItem { kept.media }
    private let kept: KeptMedia

    private enum CodingKeys: String, CodingKey {
        case id
        case kept = "media"
    }

    /// Makes an item with a new identity.
    public init(_ media: MediaItem) {
        self.init(id: ID(number: Self.count.add(1, ordering: .relaxed).newValue), media)
    }

    package init(id: ID, _ media: MediaItem) {
        self.id = id
        kept = KeptMedia(media)
    }

    fileprivate static let count = Atomic(0)
}

/// A shared media item, so that long queues are small and cheap to copy and shuffle.
private final class KeptMedia: Sendable, Hashable, Codable {
    let media: MediaItem

    init(_ media: MediaItem) { self.media = media }

    init(from decoder: any Decoder) throws { media = try MediaItem(from: decoder) }

    func encode(to encoder: any Encoder) throws { try media.encode(to: encoder) }

    static func == (left: KeptMedia, right: KeptMedia) -> Bool { left === right || left.media == right.media }

    func hash(into hasher: inout Hasher) { hasher.combine(media) }
}
