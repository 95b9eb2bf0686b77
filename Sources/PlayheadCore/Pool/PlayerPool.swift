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
    /// How many players there are at most.
    public let capacity: Int
    private let makePlayer: @Sendable () -> Player
    private let window: Mutex<PoolWindow>

    package init(capacity: Int, loadsAtOnce: Int = 2, makePlayer: @escaping @Sendable () -> Player) {
        self.capacity = max(capacity, 1)
        self.makePlayer = makePlayer
        window = Mutex(PoolWindow(capacity: capacity, loadsAtOnce: loadsAtOnce))
    }

    /// The list. Items that stay in the window keep their players, also at other places.
    public var items: [MediaItem] {
        get { window.withLock(\.items) }
        set { change { $0.move(to: newValue, at: $0.currentIndex, makePlayer: self.makePlayer) } }
    }

    /// Where in the list the window is; the nearest place where the list has none of that number.
    public var currentIndex: Int {
        get { window.withLock(\.currentIndex) }
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
        let (player, pipeline) = window.withLock { window -> (Player?, (any MediaPipeline)?) in
            guard let slot = window.slots[index], slot.phase != .waiting else { return (nil, nil) }
            return (slot.player, index == window.currentIndex ? slot.player.commitBringingForward() : nil)
        }
        pipeline?.perform(.present)
        return player
    }

    /// Closes all players, those that were handed out too, and returns when nothing of them is left. The pool stays empty from then on.
    public func close() async {
        let (players, slots) = window.withLock { $0.close() }
        // What listens to loads goes with the players, outside of the lock.
        withExtendedLifetime(slots) {}
        await withTaskGroup(of: Void.self) { group in
            for player in players { group.addTask { _ = await player.close() } }
        }
    }

    /// Changes the window. Who asks for a player from then on gets it with its item, also while another thread still carries out what
    /// follows.
    private func change(_ change: (inout PoolWindow) -> [PoolWindow.Action]) {
        let actions = window.withLock { window in
            let actions = change(&window)
            for action in actions { commit(action, &window) }
            return actions
        }
        for action in actions { carryOut(action) }
    }

    private func commit(_ action: PoolWindow.Action, _ window: inout PoolWindow) {
        switch action {
        case .takeBack(let player, _): player.commitRenewal()
        case .interrupt(let player, _): player.commitReset()
        case .load(let item, let player, let number):
            let observation = player.commitHeldBack(item) { [weak self] _, snapshot in
                if snapshot.status != .opening { self?.change { $0.finish(load: number) } }
            }
            window.keep(observation, load: number)
        }
    }

    private func carryOut(_ action: PoolWindow.Action) {
        switch action {
        case .takeBack(let player, let observation), .interrupt(let player, let observation):
            observation?.cancel()
            player.carryOut()
        case .load(_, let player, _): player.carryOut()
        }
    }
}
