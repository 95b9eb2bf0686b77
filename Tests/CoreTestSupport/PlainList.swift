@testable import PlayheadCore

/// What a queue is to be after the same edits: a plain array.
struct PlainList {
    var ids: [QueueItem.ID] = []

    mutating func apply(_ edit: QueueEdit) {
        switch edit {
        case .insert(let items, let place): put(items.map(\.id), at: place)
        case .move(let ids, let place): put(ids.filter(self.ids.contains), at: place)
        case .remove(let gone): ids.removeAll(where: gone.contains)
        case .replace(let items, _): ids = items.map(\.id)
        default: break
        }
    }

    private mutating func put(_ moved: [QueueItem.ID], at place: QueuePosition) {
        var anchor: Int
        switch place {
        case .beginning: anchor = 0
        case .end: anchor = ids.count
        case .before(let id): anchor = ids.firstIndex(of: id) ?? ids.count
        case .after(let id): anchor = ids.firstIndex(of: id).map { $0 + 1 } ?? ids.count
        }
        anchor -= ids[..<anchor].count(where: moved.contains)
        ids.removeAll(where: moved.contains)
        ids.insert(contentsOf: moved, at: anchor)
    }
}
