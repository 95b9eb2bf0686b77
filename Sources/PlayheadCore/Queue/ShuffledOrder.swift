/// The entries of a queue in the order of their shuffle keys, for finding neighbours without a linear search.
///
/// It is derived from the queue, and not compared or encoded.
struct ShuffledOrder: Sendable {
    private var entries = ChunkedList<PlaybackQueue.Entry>()

    init() {}

    init(_ entries: some Sequence<PlaybackQueue.Entry>) {
        self.entries = ChunkedList(entries.sorted { $0.key < $1.key })
    }

    var first: PlaybackQueue.Entry? { entries.count > 0 ? entries[0] : nil }
    var last: PlaybackQueue.Entry? { entries.count > 0 ? entries[entries.count - 1] : nil }

    /// The entry directly after a key.
    func entry(behind key: UInt64) -> PlaybackQueue.Entry? {
        let index = entries.partition { $0.key > key }
        return index < entries.count ? entries[index] : nil
    }

    /// The entry directly before a key.
    func entry(before key: UInt64) -> PlaybackQueue.Entry? {
        let index = entries.partition { $0.key >= key }
        return index > 0 ? entries[index - 1] : nil
    }

    mutating func insert(_ entry: PlaybackQueue.Entry) {
        entries.insert(entry, at: entries.partition { $0.key > entry.key })
    }

    mutating func remove(_ entry: PlaybackQueue.Entry) {
        var index = entries.partition { $0.key >= entry.key }
        while index < entries.count, entries[index].key == entry.key {
            if entries[index].item.id == entry.item.id {
                entries.remove(at: index)
                return
            }
            index += 1
        }
    }
}

extension ShuffledOrder: Equatable {
    static func == (left: Self, right: Self) -> Bool { true }
}
