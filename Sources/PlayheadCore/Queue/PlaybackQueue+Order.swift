extension PlaybackQueue {
    /// Whether playback uses a shuffled order.
    public var isShuffled: Bool { shuffleSeed != nil }

    /// The first item in playback order.
    public var firstItem: QueueItem? {
        isShuffled ? order.first?.item : isEmpty ? nil : entries[0].item
    }

    /// The last item in playback order.
    public var lastItem: QueueItem? {
        isShuffled ? order.last?.item : isEmpty ? nil : entries[count - 1].item
    }

    /// The target of a command to advance: after the last item the first one if anything repeats. Nil without
    /// one.
    public var nextItem: QueueItem? { neighbor(of: currentID, forward: true) ?? (wraps ? firstItem : nil) }

    /// The target of a command to go back.
    public var previousItem: QueueItem? {
        neighbor(of: currentID, forward: false) ?? (wraps && currentID != nil ? lastItem : nil)
    }

    /// The item after the natural end of the current one; nil if playback ends there.
    public var upcomingItem: QueueItem? {
        if repeatMode == .one { return currentItem }
        return neighbor(of: currentID, forward: true) ?? (repeatsRound(after: rounds) ? firstItem : nil)
    }

    /// The items that follow automatically, up to a limit.
    func upcomingItems(_ limit: Int) -> [QueueItem] {
        if repeatMode == .one { return limit > 0 ? [currentItem].compactMap { $0 } : [] }
        var (items, rounds) = ([QueueItem](), rounds)
        var place = currentIndex.map { (entry: entries[$0], index: $0) }
        while items.count < limit {
            var next = self.place(behind: place)
            if next == nil, repeatsRound(after: rounds) {
                next = self.place(behind: nil)
                rounds += 1
            }
            guard let next, !items.contains(where: { $0.id == next.entry.item.id }) else { break }
            items.append(next.entry.item)
            place = next
        }
        return items
    }

    /// The place after another one, or the first.
    private func place(behind place: (entry: Entry, index: Int)?) -> (entry: Entry, index: Int)? {
        if isShuffled {
            return (place.map { order.entry(behind: $0.entry.key) } ?? order.first).map { ($0, 0) }
        }
        let index = place.map { $0.index + 1 } ?? 0
        return index < count ? (entries[index], index) : nil
    }

    /// Makes an item current; after the last item, another round begins.
    mutating func advance(to id: QueueItem.ID) {
        if repeatMode != .one, neighbor(of: currentID, forward: true) == nil { rounds += 1 }
        currentID = id
    }

    /// The item before or after another one; the first one without a current item.
    func neighbor(of id: QueueItem.ID?, forward: Bool) -> QueueItem? {
        guard let id, let index = index(of: id) else { return forward ? firstItem : nil }
        guard isShuffled else {
            let other = forward ? index + 1 : index - 1
            return other >= 0 && other < count ? entries[other].item : nil
        }
        let key = entries[index].key
        return (forward ? order.entry(behind: key) : order.entry(before: key))?.item
    }

    private var wraps: Bool { repeatMode != .off }

    private func repeatsRound(after rounds: Int) -> Bool {
        switch repeatMode {
        case .off, .one: false
        case .all: true
        case .times(let number): rounds + 1 < number
        }
    }

    /// Shuffles by a seed, with the current item first; nil restores queue order. The same seed and queue
    /// give the same order.
    mutating func shuffle(by seed: UInt64?) {
        shuffleSeed = seed
        startKeys()
        guard let seed else { return findOrder() }
        var drawn = keyCount
        entries.mutateAll { entry in
            entry.key = entry.item.id == currentID ? 0 : max(1, Self.key(drawn, of: seed))
            drawn += 1
        }
        keyCount = drawn
        findOrder()
    }

    /// Draws a shuffle key for an added item: after the current item, so that it plays in this round.
    mutating func drawKey() -> UInt64 {
        guard let seed = shuffleSeed else { return 0 }
        if UInt64.max - currentKey < Self.leastRoom { spreadKeys() }
        defer { keyCount += 1 }
        return currentKey + 1 + Self.key(keyCount, of: seed) % max(1, .max - currentKey - 1)
    }

    /// Makes room for keys after the current item without changing the order: each added item halves the
    /// remaining room.
    private mutating func spreadKeys() {
        let ranks = Dictionary(entries.map(\.key).sorted().enumerated().map { ($1, $0) }) { first, _ in first
        }
        let step = UInt64.max / UInt64(count + 2)
        entries.mutateAll { $0.key = UInt64((ranks[$0.key] ?? 0) + 1) * step }
        findCurrent()
        findOrder()
    }

    private static let leastRoom: UInt64 = 1 << 40

    /// The random numbers of a seed (SplitMix64, Steele, Lea and Flood 2014).
    private static func key(_ number: UInt64, of seed: UInt64) -> UInt64 {
        var mixed = seed &+ (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
