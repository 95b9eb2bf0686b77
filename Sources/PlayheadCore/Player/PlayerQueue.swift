/// The queue of a player: what there is to play, in which order, and what happens between.
///
///     player.queue.append(MediaItem(path: "one.flac"))
///     player.queue.append(MediaItem(path: "two.flac"))
///     player.play()
///
/// A handle, not a copy: every function is a command of the player (contract 2.1, 2.2), from any thread, and what it changed shows when it
/// returns. ``value`` is the queue at an instant. Edits are told by ``PlayerEvent/queueChanged(_:)``, another item by
/// ``PlayerEvent/itemChanged(_:)``.
///
/// The first item of a list that was empty becomes current at once and is prerolled; edits never disturb a current item that stays in the
/// list. ``Player/load(_:autoplay:)`` makes a list of that one item.
public struct PlayerQueue: Sendable {
    let player: Player

    /// The queue at this instant.
    public var value: PlaybackQueue { player.snapshot.queue }

    /// The items in the order of the list. Setting another list keeps playback running when the current item is in it; otherwise the first
    /// item becomes current.
    public var items: [QueueItem] {
        get { value.items }
        nonmutating set { replace(with: newValue) }
    }

    /// How many items there are.
    public var count: Int { value.count }
    /// Whether there is none.
    public var isEmpty: Bool { value.isEmpty }

    /// The item that is current. Setting another one jumps there; the same one again goes back to its beginning, and whether it plays stays as
    /// it is; nil ends playback and keeps the list. An item that is not in the list changes nothing.
    public var currentItem: QueueItem? {
        get { value.currentItem }
        nonmutating set { perform(.go(.item(newValue?.id))) }
    }

    /// The item that ``next()`` leads to.
    public var nextItem: QueueItem? { value.nextItem }
    /// The item before the current one.
    public var previousItem: QueueItem? { value.previousItem }
    /// Whether ``next()`` would have an effect.
    public var canGoNext: Bool { value.nextItem != nil }
    /// Whether ``previous()`` would have an effect.
    public var canGoPrevious: Bool { value.currentID != nil }

    /// Goes to the next item: behind the last one to the first where anything is repeated. Otherwise nothing happens there.
    public func next() { perform(.go(.next)) }

    /// Goes to the item before within the first three seconds of an item, and back to its beginning later.
    public func previous() { perform(.go(.previous)) }

    /// What is played again.
    public var repeatMode: RepeatMode {
        get { value.repeatMode }
        nonmutating set { perform(.edit(.setRepeatMode(newValue))) }
    }

    /// What happens at the natural end of an item.
    public var endAction: QueueEndAction {
        get { value.endAction }
        nonmutating set { perform(.edit(.setEndAction(newValue))) }
    }

    /// What happens to an item that cannot be played. A list in which nothing can be played ends, whatever is repeated.
    public var failurePolicy: FailurePolicy {
        get { value.failurePolicy }
        nonmutating set { perform(.edit(.setFailurePolicy(newValue))) }
    }

    /// Whether the order is not that of the list.
    public var isShuffled: Bool { value.isShuffled }

    /// Plays in an order that the seed makes, from the current item on; every item once in each round. The list itself stays as it is. What is
    /// added gets a place behind the current item.
    public func shuffle(seed: UInt64 = .random(in: .min ... .max)) { perform(.edit(.shuffle(seed))) }

    /// Plays in the order of the list again.
    public func unshuffle() { perform(.edit(.shuffle(nil))) }

    /// The items that are opened ahead, with how far they are (``PlayerConfiguration/preloadedItems``).
    public var preloadedItems: [PreloadedItem] { player.snapshot.preloadedItems }

    func perform(_ command: Command) { player.perform(.command(command)) }
}

extension Player {
    /// The queue that the current item belongs to.
    public var queue: PlayerQueue { PlayerQueue(player: self) }
}
