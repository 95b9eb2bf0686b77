/// The queue of a player at one instant: the items, the current one, and their order.
///
/// It is a value: later changes of the player's queue do not affect it. Copies share storage.
public struct PlaybackQueue: Sendable, Equatable, Codable {
    struct Entry: Sendable, Equatable, Codable {
        var item: QueueItem
        /// The key in the shuffled order.
        var key: UInt64 = 0
        /// Whether the item has started at its resume position, which applies once.
        var hasResumed = false
    }

    var entries = ChunkedList<Entry>()
    /// The current item; nil for none.
    public package(set) var currentID: QueueItem.ID? {
        didSet { if currentID != oldValue { findCurrent() } }
    }
    /// What is repeated.
    public package(set) var repeatMode: RepeatMode = .off
    /// The action at the natural end of an item.
    public package(set) var endAction: QueueEndAction = .advance
    /// The action when an item cannot be played.
    public package(set) var failurePolicy: FailurePolicy = .skip
    /// The shuffle seed; nil for queue order.
    public package(set) var shuffleSeed: UInt64?
    /// The number of completed rounds.
    var rounds = 0
    /// The number of drawn keys.
    var keyCount: UInt64 = 0
    private(set) var currentKey: UInt64 = 0
    /// The index of the current item; derived, to save a linear search.
    private var place: Int?
    var order = ShuffledOrder()
    /// The highest identity in the queue since it was set.
    var highestID: QueueItem.ID?

    /// A queue from its values.
    init(
        entries: ChunkedList<Entry>, currentID: QueueItem.ID?, repeatMode: RepeatMode,
        endAction: QueueEndAction,
        failurePolicy: FailurePolicy, shuffleSeed: UInt64?, rounds: Int, keyCount: UInt64, currentKey: UInt64,
        highestID: QueueItem.ID?
    ) {
        self.entries = entries
        self.currentID = currentID
        self.repeatMode = repeatMode
        self.endAction = endAction
        self.failurePolicy = failurePolicy
        self.shuffleSeed = shuffleSeed
        self.rounds = rounds
        self.keyCount = keyCount
        self.highestID = highestID
        findCurrent()
        self.currentKey = currentKey
        findOrder()
    }

    /// An empty queue.
    public init() {}

    /// The items in queue order. Linear in their number.
    public var items: [QueueItem] { entries.map(\.item) }
    /// The number of items.
    public var count: Int { entries.count }
    /// Whether the queue is empty.
    public var isEmpty: Bool { entries.count == 0 }

    /// The item at an index, from 0.
    public subscript(index: Int) -> QueueItem { entries[index].item }

    /// The index of an item, from 0; nil if absent.
    public func index(of id: QueueItem.ID) -> Int? {
        if id == currentID, let place { return place }
        for (index, entry) in entries.enumerated() where entry.item.id == id { return index }
        return nil
    }

    /// The item with this identity; nil if absent.
    public func item(_ id: QueueItem.ID) -> QueueItem? { index(of: id).map { entries[$0].item } }

    /// Finds the current item, first at its last index and beside it, then anywhere.
    mutating func findCurrent() {
        let likely = place.map { [$0, $0 + 1, $0 - 1] } ?? []
        let found = likely.first { $0 >= 0 && $0 < count && entries[$0].item.id == currentID }
        place = nil
        place = found ?? currentID.flatMap(index)
        currentKey = isShuffled ? place.map { entries[$0].key } ?? 0 : 0
    }

    /// Derives the shuffled order from the list.
    mutating func findOrder() { order = isShuffled ? ShuffledOrder(entries) : ShuffledOrder() }

    mutating func startKeys() { (keyCount, currentKey) = (0, 0) }

    /// The current item.
    public var currentItem: QueueItem? { currentID.flatMap(item) }
    /// The index of the current item, from 0.
    public var currentIndex: Int? { currentID.flatMap(index) }
}

extension PlaybackQueue {
    private enum CodingKeys: String, CodingKey {
        case entries, currentID, repeatMode, endAction, failurePolicy, shuffleSeed, rounds, keyCount,
            currentKey, highestID
    }

    /// Decodes a queue.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            entries: try values.decode(ChunkedList<Entry>.self, forKey: .entries),
            currentID: try values.decodeIfPresent(QueueItem.ID.self, forKey: .currentID),
            repeatMode: try values.decode(RepeatMode.self, forKey: .repeatMode),
            endAction: try values.decode(QueueEndAction.self, forKey: .endAction),
            failurePolicy: try values.decode(FailurePolicy.self, forKey: .failurePolicy),
            shuffleSeed: try values.decodeIfPresent(UInt64.self, forKey: .shuffleSeed),
            rounds: try values.decode(Int.self, forKey: .rounds),
            keyCount: try values.decode(UInt64.self, forKey: .keyCount),
            currentKey: try values.decode(UInt64.self, forKey: .currentKey),
            highestID: try values.decodeIfPresent(QueueItem.ID.self, forKey: .highestID))
    }
}

/// What is repeated.
public enum RepeatMode: Sendable, Hashable, Codable {
    /// No repetition.
    case off
    /// The current item, without limit.
    case one
    /// The queue, without limit.
    case all
    /// The queue, this number of times in total.
    case times(Int)
}

/// The action at the natural end of an item.
public enum QueueEndAction: String, Sendable, Hashable, CaseIterable, Codable {
    /// The next item starts.
    case advance
    /// Playback pauses at the end.
    case pause
}

/// The action when an item cannot be played, or not to its end.
public enum FailurePolicy: Sendable, Hashable, Codable {
    /// Playback stops at the item.
    case stop
    /// The next item starts.
    case skip
    /// The item is reopened up to this number of times if the error is recoverable
    /// (``PlayerError/isRecoverable``); then the next item starts.
    case retry(Int)
}

/// The reason for a new current item.
public enum ItemChangeReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// The item was loaded, or is the first of a new queue.
    case load
    /// A command selected the item.
    case jump
    /// The previous item ended.
    case natural
    /// The previous item failed.
    case skip
    /// The item or the queue repeats.
    case `repeat`
    /// The previous item was removed from the queue.
    case removed

    /// Whether the change happened without a command.
    var followsAnEnd: Bool { self == .natural || self == .skip || self == .repeat }
}
