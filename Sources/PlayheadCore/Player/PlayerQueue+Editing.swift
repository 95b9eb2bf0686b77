extension PlayerQueue {
    /// Appends an item.
    @discardableResult
    public func append(_ media: MediaItem) -> QueueItem { insert([QueueItem(media)], at: .end)[0] }

    /// Appends several items.
    @discardableResult
    public func append(contentsOf media: some Sequence<MediaItem>) -> [QueueItem] {
        insert(media.map(QueueItem.init), at: .end)
    }

    /// Inserts an item at a position of the queue.
    @discardableResult
    public func insert(_ media: MediaItem, at place: QueuePosition) -> QueueItem {
        insert([QueueItem(media)], at: place)[0]
    }

    /// Inserts items at a position of the queue, in their order. Items that are already in the queue are
    /// moved.
    @discardableResult
    public func insert(_ items: [QueueItem], at place: QueuePosition) -> [QueueItem] {
        perform(.edit(.insert(items, place)))
        return items
    }

    /// Moves an item to another position. An item outside the queue has no effect.
    public func move(_ item: QueueItem, to place: QueuePosition) { perform(.edit(.move([item.id], place))) }

    /// Removes an item. If it is current, the next item replaces it and the playback request stays. After the
    /// last item there is no current item.
    public func remove(_ item: QueueItem) { remove([item]) }

    /// Removes several items.
    public func remove(_ items: some Sequence<QueueItem>) { perform(.edit(.remove(items.map(\.id)))) }

    /// Removes all items; playback ends.
    public func removeAll() { replace(with: []) }

    /// Replaces the queue. Playback continues if the current item is in the new queue; otherwise the first
    /// item becomes current.
    ///
    /// - Parameters:
    ///   - items: the new queue.
    ///   - autoplay: whether playback starts; nil keeps the previous request.
    public func replace(with items: [QueueItem], autoplay: Bool? = nil) {
        perform(.edit(.replace(items, autoplay: autoplay)))
    }
}
