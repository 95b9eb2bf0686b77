/// The queue of a player: its items, their order, and the actions between them.
///
///     player.queue.append(MediaItem(path: "one.flac"))
///     player.queue.append(MediaItem(path: "two.flac"))
///     player.play()
///
/// This is a handle, not a copy. Every function is a command of the player (contract 2.1, 2.2), usable from
/// any thread, and its effect is visible when it returns. ``value`` is the queue at an instant.
/// ``PlayerEvent/queueChanged(_:)`` reports edits, ``PlayerEvent/itemChanged(_:)`` another current item.
///
/// The first item added to an empty queue becomes current and is prerolled. Edits do not disturb a current
/// item that stays in the queue. ``Player/load(_:autoplay:)`` replaces the queue with one item.
public struct PlayerQueue: Sendable {
    let player: Player

    /// The queue at this instant.
    public var value: PlaybackQueue { player.snapshot.queue }

    /// The items in queue order. Setting it keeps playback running if the current item is in the new queue;
    /// otherwise the first item becomes current.
    public var items: [QueueItem] {
        get { value.items }
        nonmutating set { replace(with: newValue) }
    }

    /// The number of items.
    public var count: Int { value.count }
    /// Whether the queue is empty.
    public var isEmpty: Bool { value.isEmpty }

    /// The current item.
    ///
    /// Setting another item jumps to it; setting the same one returns to its beginning. Both keep the
    /// playback request. Nil ends playback and keeps the queue. An item outside the queue has no effect.
    public var currentItem: QueueItem? {
        get { value.currentItem }
        nonmutating set { perform(.go(.item(newValue?.id))) }
    }

    /// The target of ``next()``.
    public var nextItem: QueueItem? { value.nextItem }
    /// The item before the current one.
    public var previousItem: QueueItem? { value.previousItem }
    /// Whether ``next()`` would have an effect.
    public var canGoNext: Bool { value.nextItem != nil }
    /// Whether ``previous()`` would have an effect.
    public var canGoPrevious: Bool { value.currentID != nil }

    /// Advances to the next item; from the last to the first if anything repeats. Otherwise nothing happens
    /// at the last item.
    public func next() { perform(.go(.next)) }

    /// Returns to the previous item within the first three seconds of an item; later to the beginning of the
    /// current one.
    public func previous() { perform(.go(.previous)) }

    /// What is repeated.
    public var repeatMode: RepeatMode {
        get { value.repeatMode }
        nonmutating set { perform(.edit(.setRepeatMode(newValue))) }
    }

    /// The action at the natural end of an item.
    public var endAction: QueueEndAction {
        get { value.endAction }
        nonmutating set { perform(.edit(.setEndAction(newValue))) }
    }

    /// The action when an item cannot be played. A queue without a playable item ends in any repeat mode.
    public var failurePolicy: FailurePolicy {
        get { value.failurePolicy }
        nonmutating set { perform(.edit(.setFailurePolicy(newValue))) }
    }

    /// Whether playback uses a shuffled order.
    public var isShuffled: Bool { value.isShuffled }

    /// Shuffles the playback order by the seed, starting at the current item; each round plays every item
    /// once. The queue order stays. Added items get a position after the current item.
    public func shuffle(seed: UInt64 = .random(in: .min ... .max)) { perform(.edit(.shuffle(seed))) }

    /// Restores queue order.
    public func unshuffle() { perform(.edit(.shuffle(nil))) }

    /// The preloaded items with their progress (``PlayerConfiguration/preloadedItems``).
    public var preloadedItems: [PreloadedItem] { player.snapshot.preloadedItems }

    func perform(_ command: Command) { player.perform(.command(command)) }
}

extension Player {
    /// The queue of the player.
    public var queue: PlayerQueue { PlayerQueue(player: self) }
}
