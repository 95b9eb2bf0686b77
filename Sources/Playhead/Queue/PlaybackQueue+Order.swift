extension PlaybackQueue {
    /// Whether the order is not that of the list.
    public var isShuffled: Bool { shuffleSeed != nil }

    /// The first item that is played.
    public var firstItem: QueueItem? {
        isShuffled ? entries.min { $0.key < $1.key }?.item : isEmpty ? nil : entries[0].item
    }

    /// The last item that is played.
    public var lastItem: QueueItem? {
        isShuffled ? entries.max { $0.key < $1.key }?.item : isEmpty ? nil : entries[count - 1].item
    }

    /// The item that a caller gets to by going on: behind the last one comes the first again where anything is repeated. Nil when there is none.
    public var nextItem: QueueItem? { neighbor(of: currentID, forward: true) ?? (wraps ? firstItem : nil) }

    /// The item that a caller gets to by going back.
    public var previousItem: QueueItem? {
        neighbor(of: currentID, forward: false) ?? (wraps && currentID != nil ? lastItem : nil)
    }

    /// The item that follows the natural end of the current one; nil when playback ends there.
    public var upcomingItem: QueueItem? {
        if repeatMode == .one { return currentItem }
        return neighbor(of: currentID, forward: true) ?? (repeatsRound ? firstItem : nil)
    }

    /// The items that follow by themselves, so many at most.
    func upcomingItems(_ limit: Int) -> [QueueItem] {
        var (items, queue) = ([QueueItem](), self)
        while items.count < limit, let next = queue.upcomingItem {
            if items.contains(where: { $0.id == next.id }) { break }
            items.append(next)
            queue.advance(to: next.id)
        }
        return items
    }

    /// Makes an item current; behind the last one, another round begins.
    mutating func advance(to id: QueueItem.ID) {
        if repeatMode != .one, neighbor(of: currentID, forward: true) == nil { rounds += 1 }
        currentID = id
    }

    /// The item before or behind another one; where none is current, the first.
    func neighbor(of id: QueueItem.ID?, forward: Bool) -> QueueItem? {
        guard let id, let index = index(of: id) else { return forward ? firstItem : nil }
        guard isShuffled else {
            let other = forward ? index + 1 : index - 1
            return other >= 0 && other < count ? entries[other].item : nil
        }
        let key = entries[index].key
        let others = entries.lazy.filter { forward ? $0.key > key : $0.key < key }
        return (forward ? others.min { $0.key < $1.key } : others.max { $0.key < $1.key })?.item
    }

    private var wraps: Bool { repeatMode != .off }

    private var repeatsRound: Bool {
        switch repeatMode {
        case .off, .one: false
        case .all: true
        case .times(let number): rounds + 1 < number
        }
    }

    /// Shuffles by a seed, with the current item first; nil restores the order of the list. The same seed gives the same order to the same list.
    mutating func shuffle(by seed: UInt64?) {
        shuffleSeed = seed
        startKeys()
        guard let seed else { return }
        var drawn = keyCount
        entries.mutateAll { entry in
            entry.key = entry.item.id == currentID ? 0 : max(1, Self.key(drawn, of: seed))
            drawn += 1
        }
        keyCount = drawn
    }

    /// A place in the order for what is added: somewhere behind the current item, so that its turn comes in this round.
    mutating func drawKey() -> UInt64 {
        guard let seed = shuffleSeed else { return 0 }
        if UInt64.max - currentKey < Self.leastRoom { spreadKeys() }
        defer { keyCount += 1 }
        return currentKey + 1 + Self.key(keyCount, of: seed) % max(1, .max - currentKey - 1)
    }

    /// Makes room behind the current item and leaves the order as it is: each item that is added halves what is left of it.
    private mutating func spreadKeys() {
        let ranks = Dictionary(entries.map(\.key).sorted().enumerated().map { ($1, $0) }) { first, _ in first
        }
        let step = UInt64.max / UInt64(count + 2)
        entries.mutateAll { $0.key = UInt64((ranks[$0.key] ?? 0) + 1) * step }
        findCurrentKey()
    }

    private static let leastRoom: UInt64 = 1 << 40

    /// The numbers that a seed leads to (SplitMix64, Steele, Lea and Flood 2014).
    private static func key(_ number: UInt64, of seed: UInt64) -> UInt64 {
        var mixed = seed &+ (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
