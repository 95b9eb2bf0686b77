/// A change of a queue, as a value.
package enum QueueEdit: Sendable, Equatable {
    /// Inserts items; existing ones are moved.
    case insert([QueueItem], QueuePosition)
    case move([QueueItem.ID], QueuePosition)
    case remove([QueueItem.ID])
    /// Replaces the queue; `autoplay` is the playback request for a new current item.
    case replace([QueueItem], autoplay: Bool? = nil)
    case setRepeatMode(RepeatMode)
    case shuffle(UInt64?)
    case setEndAction(QueueEndAction)
    case setFailurePolicy(FailurePolicy)
}

/// A position in a queue. One relative to an absent item is the end.
public enum QueuePosition: Sendable, Hashable, Codable {
    /// Before all items.
    case beginning
    /// After all items.
    case end
    /// Directly before an item.
    case before(QueueItem.ID)
    /// Directly after an item.
    case after(QueueItem.ID)
}

extension PlaybackQueue {
    /// Applies an edit; returns false without a change. The caller updates the current item.
    mutating func apply(_ edit: QueueEdit) -> Bool {
        defer { findCurrent() }
        switch edit {
        case .insert(let items, let place):
            guard !items.isEmpty else { return false }
            insert(items.map { Entry(item: $0) }, at: place, isNew: true)
        case .move(let ids, let place):
            let moved = ids.compactMap { id in index(of: id).map { entries[$0] } }
            guard !moved.isEmpty else { return false }
            let before = items.map(\.id)
            insert(moved, at: place, isNew: false)
            return items.map(\.id) != before
        case .remove(let ids): return ids.reduce(false) { remove($1) || $0 }
        case .replace(let items, _):
            guard items != self.items else { return false }
            let kept = Dictionary(entries.map { ($0.item.id, $0) }) { first, _ in first }
            entries = ChunkedList()
            var seen: Set<QueueItem.ID> = []
            for item in items where seen.insert(item.id).inserted {
                var entry = kept[item.id] ?? Entry(item: item)
                entry.item = item
                if kept[item.id] == nil { entry.key = drawKey() }
                entries.append(entry)
            }
            highestID = seen.max()
            rounds = 0
            findOrder()
        case .setRepeatMode(let mode):
            rounds = 0
            return set(\.repeatMode, to: mode)
        case .shuffle(let seed):
            guard seed != shuffleSeed else { return false }
            shuffle(by: seed)
        case .setEndAction(let action): return set(\.endAction, to: action)
        case .setFailurePolicy(let policy): return set(\.failurePolicy, to: policy)
        }
        return true
    }

    private mutating func set<Value: Equatable>(_ path: WritableKeyPath<Self, Value>, to value: Value) -> Bool
    {
        defer { self[keyPath: path] = value }
        return self[keyPath: path] != value
    }

    /// Inserts entries at a position, and removes them from their old one.
    private mutating func insert(_ new: [Entry], at place: QueuePosition, isNew: Bool) {
        var new = new
        // A position relative to a moved item is its old index.
        let anchor = index(of: place, leavingOut: Set(new.map(\.item.id)))
        var seen: Set<QueueItem.ID> = []
        new.removeAll { !seen.insert($0.item.id).inserted }
        for position in new.indices {
            let id = new[position].item.id
            if !isUnseen(id), let index = index(of: id) {
                let item = new[position].item
                new[position] = removeEntry(at: index)
                new[position].item = item
            } else if isNew {
                new[position].key = drawKey()
            }
        }
        for (offset, entry) in new.enumerated() {
            entries.insert(entry, at: anchor + offset)
            if isShuffled { order.insert(entry) }
        }
        highestID = max(highestID ?? .lowest, new.map(\.item.id).max() ?? .lowest)
    }

    /// The number of unmoved entries before a position.
    private func index(of place: QueuePosition, leavingOut ids: Set<QueueItem.ID>) -> Int {
        let target =
            switch place {
            case .beginning: 0
            case .end: count
            case .before(let id): index(of: id) ?? count
            case .after(let id): index(of: id).map { $0 + 1 } ?? count
            }
        if ids.allSatisfy(isUnseen) { return target }
        return target - entries.prefix(target).count { ids.contains($0.item.id) }
    }

    /// Whether an item was never in this queue: identities increase.
    private func isUnseen(_ id: QueueItem.ID) -> Bool { highestID.map { id > $0 } ?? true }

    private mutating func remove(_ id: QueueItem.ID) -> Bool {
        guard let index = index(of: id) else { return false }
        removeEntry(at: index)
        return true
    }

    @discardableResult
    private mutating func removeEntry(at index: Int) -> Entry {
        let entry = entries.remove(at: index)
        if isShuffled { order.remove(entry) }
        findCurrent()
        return entry
    }

    /// Whether an item will start at its resume position.
    func isToResume(_ id: QueueItem.ID) -> Bool {
        index(of: id).map { !entries[$0].hasResumed } ?? false
    }

    /// Whether an item starts at its resume position now; this applies once.
    mutating func takeResume(of id: QueueItem.ID) -> Bool {
        guard let index = index(of: id), !entries[index].hasResumed else { return false }
        entries[index].hasResumed = true
        return true
    }
}
