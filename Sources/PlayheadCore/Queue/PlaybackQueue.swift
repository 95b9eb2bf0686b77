/// The list of a player at one instant: what there is to play, what is current, and what follows.
///
/// A value: it does not change when the player's list does. Copies share their contents.
public struct PlaybackQueue: Sendable, Equatable, Codable {
    struct Entry: Sendable, Equatable, Codable {
        var item: QueueItem
        /// Where it stands in the shuffled order.
        var key: UInt64 = 0
        /// Whether it has begun at its resume position, which counts once.
        var hasResumed = false
    }

    var entries = ChunkedList<Entry>()
    /// The item that is current; nil when none is.
    public package(set) var currentID: QueueItem.ID? {
        didSet { if currentID != oldValue { findCurrent() } }
    }
    /// What comes after the last item, or after each.
    public package(set) var repeatMode: RepeatMode = .off
    /// What happens at the natural end of an item.
    public package(set) var endAction: QueueEndAction = .advance
    /// What happens to an item that cannot be played.
    public package(set) var failurePolicy: FailurePolicy = .skip
    /// What the order is shuffled by; nil when it is that of the list.
    public package(set) var shuffleSeed: UInt64?
    /// How many times the list has been played to its end.
    var rounds = 0
    /// How many keys have been drawn.
    var keyCount: UInt64 = 0
    private(set) var currentKey: UInt64 = 0
    /// Where the current item stands; both are found from the rest, and spare a look along the list.
    private var place: Int?
    var order = ShuffledOrder()
    /// The highest identity that has been in the list since it was set.
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

    /// The items, in the order of the list. Linear in their number.
    public var items: [QueueItem] { entries.map(\.item) }
    /// How many items there are.
    public var count: Int { entries.count }
    /// Whether there is none.
    public var isEmpty: Bool { entries.count == 0 }

    /// The item at a place of the list, counted from 0.
    public subscript(index: Int) -> QueueItem { entries[index].item }

    /// Where an item stands in the list, counted from 0; nil when it is not there.
    public func index(of id: QueueItem.ID) -> Int? {
        if id == currentID, let place { return place }
        for (index, entry) in entries.enumerated() where entry.item.id == id { return index }
        return nil
    }

    /// The item with this identity; nil when it is not in the list.
    public func item(_ id: QueueItem.ID) -> QueueItem? { index(of: id).map { entries[$0].item } }

    /// Looks for the current item where it was, or beside that, before it looks everywhere.
    mutating func findCurrent() {
        let likely = place.map { [$0, $0 + 1, $0 - 1] } ?? []
        let found = likely.first { $0 >= 0 && $0 < count && entries[$0].item.id == currentID }
        place = nil
        place = found ?? currentID.flatMap(index)
        currentKey = isShuffled ? place.map { entries[$0].key } ?? 0 : 0
    }

    /// The shuffled order follows the list.
    mutating func findOrder() { order = isShuffled ? ShuffledOrder(entries) : ShuffledOrder() }

    mutating func startKeys() { (keyCount, currentKey) = (0, 0) }

    /// The item that is current.
    public var currentItem: QueueItem? { currentID.flatMap(item) }
    /// Where the current item stands in the list, counted from 0.
    public var currentIndex: Int? { currentID.flatMap(index) }
}

extension PlaybackQueue {
    private enum CodingKeys: String, CodingKey {
        case entries, currentID, repeatMode, endAction, failurePolicy, shuffleSeed, rounds, keyCount,
            currentKey, highestID
    }

    /// A queue that was kept.
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

/// What is played again.
public enum RepeatMode: Sendable, Hashable, Codable {
    /// Nothing.
    case off
    /// The current item, again and again.
    case one
    /// The list, again and again.
    case all
    /// The list, so many times in all.
    case times(Int)
}

/// What happens at the natural end of an item.
public enum QueueEndAction: String, Sendable, Hashable, CaseIterable, Codable {
    /// The next one begins.
    case advance
    /// Playback pauses there.
    case pause
}

/// What happens to an item that cannot be played, or not to its end.
public enum FailurePolicy: Sendable, Hashable, Codable {
    /// Playback stops there.
    case stop
    /// The next one begins.
    case skip
    /// It is opened afresh so many times where that may help (``PlayerError/isRecoverable``); then the next one begins.
    case retry(Int)
}

/// Why another item became current.
public enum ItemChangeReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// It was loaded, or is the first of a new list.
    case load
    /// A caller chose it.
    case jump
    /// The one before had ended.
    case natural
    /// The one before could not be played.
    case skip
    /// It is played again, or the list is.
    case `repeat`
    /// The one before was taken out of the list.
    case removed

    /// Whether nobody asked for it.
    var followsAnEnd: Bool { self == .natural || self == .skip || self == .repeat }
}
