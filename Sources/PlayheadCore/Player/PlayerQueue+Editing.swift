extension PlayerQueue {
    /// Adds something to play behind all others.
    @discardableResult
    public func append(_ media: MediaItem) -> QueueItem { insert([QueueItem(media)], at: .end)[0] }

    /// Adds several behind all others.
    @discardableResult
    public func append(contentsOf media: some Sequence<MediaItem>) -> [QueueItem] {
        insert(media.map(QueueItem.init), at: .end)
    }

    /// Puts something to play at a place of the list.
    @discardableResult
    public func insert(_ media: MediaItem, at place: QueuePosition) -> QueueItem {
        insert([QueueItem(media)], at: place)[0]
    }

    /// Puts items at a place of the list, in their order. Those that are in it already are moved there.
    @discardableResult
    public func insert(_ items: [QueueItem], at place: QueuePosition) -> [QueueItem] {
        perform(.edit(.insert(items, place)))
        return items
    }

    /// Moves an item to another place of the list. One that is not there changes nothing.
    public func move(_ item: QueueItem, to place: QueuePosition) { perform(.edit(.move([item.id], place))) }

    /// Takes an item out. Where it is current, the next one takes its place, and playback goes on as it was asked for; behind the last one
    /// nothing is left to play.
    public func remove(_ item: QueueItem) { remove([item]) }

    /// Takes several items out.
    public func remove(_ items: some Sequence<QueueItem>) { perform(.edit(.remove(items.map(\.id)))) }

    /// Takes all items out; nothing plays.
    public func removeAll() { replace(with: []) }

    /// Sets another list. Playback goes on untouched when the current item is in it; otherwise the first item becomes current.
    ///
    /// - Parameters:
    ///   - items: the new list.
    ///   - autoplay: whether it then begins to play; nil leaves that as it was asked for before.
    public func replace(with items: [QueueItem], autoplay: Bool? = nil) {
        perform(.edit(.replace(items, autoplay: autoplay)))
    }
}
