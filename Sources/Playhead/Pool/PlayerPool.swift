internal import DequeModule
internal import Synchronization

/// Players that are ready before they are asked for: for feeds, through which a person leafs, and for walls.
///
///     let pool = PlayerPool(capacity: 5)
///     pool.items = feed
///     pool.player(at: 0)?.play()
///     // The person goes on:
///     pool.currentIndex = 1
///     pool.player(at: 1)?.play()
///
/// A pool keeps a player for each item of a window around the current one: the current one first, then the next, the one before, the next
/// but one, and so on, up to its capacity. Each is loaded, prerolled and paused. When the window moves, players whose items leave it are taken
/// back, made as new, and get the items that come into it; the others are not touched. No more than two items are loaded at a time,
/// those that are wanted most before the others.
///
/// All functions may be called from any thread, and none blocks.
public final class PlayerPool: Sendable {
    private struct State {
        var window: PoolWindow
        var actions: Deque<PoolWindow.Action> = []
        var isCarryingOut = false
    }

    /// How many players there are at most.
    public let capacity: Int
    private let makePlayer: @Sendable () -> Player
    private let state: Mutex<State>

    /// A pool without items. It makes players when there is something for them to load.
    ///
    /// - Parameters:
    ///   - capacity: how many players there are at most, one or more. Each has decoders and buffers of its own.
    ///   - configuration: what players are made with.
    public convenience init(capacity: Int, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(capacity: capacity) { Player(configuration: configuration) }
    }

    package init(capacity: Int, loadsAtOnce: Int = 2, makePlayer: @escaping @Sendable () -> Player) {
        self.capacity = max(capacity, 1)
        self.makePlayer = makePlayer
        state = Mutex(State(window: PoolWindow(capacity: capacity, loadsAtOnce: loadsAtOnce)))
    }

    /// The list. Items that stay in the window keep their players, also at other places.
    public var items: [MediaItem] {
        get { state.withLock(\.window.items) }
        set { change { $0.move(to: newValue, at: $0.currentIndex, makePlayer: self.makePlayer) } }
    }

    /// Where in the list the window is; the nearest place where the list has none of that number.
    public var currentIndex: Int {
        get { state.withLock(\.window.currentIndex) }
        set { change { $0.move(to: $0.items, at: newValue, makePlayer: self.makePlayer) } }
    }

    /// Sets the list and the place in it at once, so that nothing is loaded in between.
    public func replace(with items: [MediaItem], currentIndex: Int) {
        change { $0.move(to: items, at: currentIndex, makePlayer: self.makePlayer) }
    }

    /// The player of an item: prerolled and paused, or about to be, as its status tells; one whose item cannot be played says why. Nil
    /// outside of the window, and as long as it is not the item's turn to be loaded.
    ///
    /// A player opens its window when it is asked for as the current one, or plays: not while it waits beside that.
    ///
    /// It is yours until its item leaves the window or the list. Then it is reset, its settings are as at the beginning, and observers,
    /// sequences and recordings end; it is not to be used any more, because it plays another item.
    public func player(at index: Int) -> Player? {
        let (player, isCurrent) = state.withLock { state -> (Player?, Bool) in
            guard let slot = state.window.slots[index], slot.phase != .waiting else { return (nil, false) }
            let isCurrent = index == state.window.currentIndex
            if isCurrent { state.window.show(index) }
            return (slot.player, isCurrent)
        }
        if isCurrent { player?.bringForward() }
        return player
    }

    /// Closes all players, those that were handed out too, and returns when nothing of them is left. The pool stays empty from then on.
    public func close() async {
        let (window, actions) = state.withLock { state in
            defer { state.actions = [] }
            return (state.window.close(), state.actions)
        }
        // What listens to loads goes with the players, outside of the lock.
        withExtendedLifetime((window.slots, actions)) {}
        await withTaskGroup(of: Void.self) { group in
            for player in window.players { group.addTask { _ = await player.close() } }
        }
    }

    private func change(_ change: (inout PoolWindow) -> [PoolWindow.Action]) {
        state.withLock { $0.actions += change(&$0.window) }
        carryOut()
    }

    /// Does what follows from changes, in their order and outside the lock, one thread at a time.
    private func carryOut() {
        let begins = state.withLock { state in
            defer { state.isCarryingOut = true }
            return !state.isCarryingOut
        }
        guard begins else { return }
        while let action = next() {
            switch action {
            case .takeBack(let player, let observation):
                observation?.cancel()
                player.becomeAsNew()
            case .interrupt(let player, let observation):
                observation?.cancel()
                player.reset()
            case .load(let item, let player, let number): load(item, player, number)
            }
        }
    }

    private func next() -> PoolWindow.Action? {
        state.withLock { state in
            let action = state.actions.popFirst()
            if action == nil { state.isCarryingOut = false }
            return action
        }
    }

    private func load(_ item: MediaItem, _ player: Player, _ number: Int) {
        let observation = player.chronicle(positions: false) { [weak self] _, snapshot in
            if snapshot.status != .opening { self?.change { $0.finish(load: number) } }
        }
        let isWanted = state.withLock { $0.window.keep(observation, load: number) }
        guard isWanted else { return }
        player.holdBack()
        player.load(item)
        // It may have been asked for before there was anything to show.
        if state.withLock({ $0.window.isShown(load: number) }) { player.bringForward() }
    }
}
