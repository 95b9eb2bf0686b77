internal import Synchronization

/// A pool of prepared players for a list of items, for example a feed or a video wall.
///
///     let pool = PlayerPool(capacity: 5)
///     pool.items = feed
///     pool.player(at: 0)?.play()
///     // The user advances:
///     pool.currentIndex = 1
///     pool.player(at: 1)?.play()
///
/// A pool keeps one player per item in a window around the current one, up to its capacity. The order is:
/// current, next, previous, the one after next, and so on. Each item is loaded, prerolled and paused. When
/// the window moves, players whose items leave it are reset and get the new items. The other players are not
/// touched. At most two items load at a time, in window order.
///
/// All functions are callable from any thread and do not block.
public final class PlayerPool: Sendable {
    /// The maximum number of players.
    public let capacity: Int
    private let makePlayer: @Sendable () -> Player
    private let window: Mutex<PoolWindow>

    package init(capacity: Int, loadsAtOnce: Int = 2, makePlayer: @escaping @Sendable () -> Player) {
        self.capacity = max(capacity, 1)
        self.makePlayer = makePlayer
        window = Mutex(PoolWindow(capacity: capacity, loadsAtOnce: loadsAtOnce))
    }

    /// The list of items. Items that stay in the window keep their players, also at other indices.
    public var items: [MediaItem] {
        get { window.withLock(\.items) }
        set { change { $0.move(to: newValue, at: $0.currentIndex, makePlayer: self.makePlayer) } }
    }

    /// The index of the window in the list, clamped to the list.
    public var currentIndex: Int {
        get { window.withLock(\.currentIndex) }
        set { change { $0.move(to: $0.items, at: newValue, makePlayer: self.makePlayer) } }
    }

    /// Sets the list and the current index in one step, without loads in between.
    public func replace(with items: [MediaItem], currentIndex: Int) {
        change { $0.move(to: items, at: currentIndex, makePlayer: self.makePlayer) }
    }

    /// The player of an item: prerolled and paused, or loading, according to its status. A failed one has the
    /// error. Nil outside the window, and until the item's turn to load.
    ///
    /// A player opens its window when it is requested as the current one, or plays.
    ///
    /// The caller may use the player until its item leaves the window or the list. Then it is reset: its
    /// settings return to the defaults, and observers, sequences and recordings end. The caller must release
    /// it, because it plays another item.
    public func player(at index: Int) -> Player? {
        let (player, pipeline) = window.withLock { window -> (Player?, (any MediaPipeline)?) in
            guard let slot = window.slots[index], slot.phase != .waiting else { return (nil, nil) }
            return (slot.player, index == window.currentIndex ? slot.player.commitBringingForward() : nil)
        }
        pipeline?.perform(.present)
        return player
    }

    /// Closes all players, including those in use by callers, and returns when their resources are released.
    /// The pool stays empty.
    public func close() async {
        let (players, slots) = window.withLock { $0.close() }
        // The load listeners are released with the players, outside the lock.
        withExtendedLifetime(slots) {}
        await withTaskGroup(of: Void.self) { group in
            for player in players { group.addTask { _ = await player.close() } }
        }
    }

    /// Changes the window. Later callers get a player with its new item, also while another thread still
    /// carries out the change.
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
