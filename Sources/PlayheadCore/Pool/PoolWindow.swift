/// The items of a list that have players in a pool, with their load progress. It is a value whose changes
/// return actions.
struct PoolWindow {
    enum Phase { case waiting, loading, loaded }

    struct Slot {
        var item: MediaItem
        let player: Player
        var phase = Phase.waiting
        /// Identifies a load of the player.
        var load = 0
        var observation: PlayerObservation?
    }

    /// Observations are returned for release: releasing one has effects in a player that do not belong under
    /// a lock.
    enum Action {
        /// Resets a player without an item.
        case takeBack(Player, PlayerObservation?)
        /// Interrupts the load of an item for one of higher priority.
        case interrupt(Player, PlayerObservation?)
        case load(MediaItem, Player, number: Int)
    }

    let capacity: Int
    let loadsAtOnce: Int
    private(set) var items: [MediaItem] = []
    private var wantedIndex = 0
    private(set) var slots: [Int: Slot] = [:]
    /// The players without an item.
    private var free: [Player] = []
    private(set) var players: [Player] = []
    private(set) var isClosed = false
    private var lastLoad = 0

    init(capacity: Int, loadsAtOnce: Int) {
        self.capacity = max(capacity, 1)
        self.loadsAtOnce = max(loadsAtOnce, 1)
    }

    /// The current index, clamped to the list.
    var currentIndex: Int { max(min(wantedIndex, items.count - 1), 0) }

    /// The indices with players in descending priority: current, next, previous, …
    var places: [Int] {
        let current = currentIndex
        var places: [Int] = []
        for distance in 0..<max(capacity, 1) where places.count < min(capacity, items.count) {
            for place in distance == 0 ? [current] : [current + distance, current - distance]
            where items.indices.contains(place) && places.count < capacity { places.append(place) }
        }
        return places
    }

    mutating func move(to items: [MediaItem], at index: Int, makePlayer: () -> Player) -> [Action] {
        if isClosed { return [] }
        (self.items, wantedIndex) = (items, index)
        let places = places
        var old = slots
        slots = [:]
        for place in places where old[place]?.item == items[place] {
            slots[place] = old.removeValue(forKey: place)
        }
        // An item with a new index keeps its player.
        for place in places where slots[place] == nil {
            guard let same = old.first(where: { $0.value.item == items[place] }) else { continue }
            slots[place] = old.removeValue(forKey: same.key)
        }
        var actions: [Action] = []
        for slot in old.sorted(by: { $0.key < $1.key }).map(\.value) {
            free.append(slot.player)
            actions.append(.takeBack(slot.player, slot.observation))
        }
        for place in places where slots[place] == nil {
            let player = free.popLast() ?? makePlayer()
            if !players.contains(where: { $0 === player }) { players.append(player) }
            slots[place] = Slot(item: items[place], player: player)
        }
        return actions + begin()
    }

    /// Ends a load, successful or not.
    mutating func finish(load number: Int) -> [Action] {
        guard let place = slots.first(where: { $0.value.load == number })?.key,
            slots[place]?.phase == .loading
        else { return [] }
        slots[place]?.phase = .loaded
        return begin()
    }

    /// Stores the listener of a load.
    mutating func keep(_ observation: PlayerObservation, load number: Int) {
        guard let place = slots.first(where: { $0.value.load == number })?.key else { return }
        slots[place]?.observation = observation
    }

    /// Empties the window; returns its players and slots.
    mutating func close() -> (players: [Player], slots: [Slot]) {
        isClosed = true
        defer { (slots, free, items) = ([:], [], []) }
        return (players, Array(slots.values))
    }

    /// Starts as many loads as allowed; the current item does not wait for another one.
    private mutating func begin() -> [Action] {
        var actions: [Action] = []
        let places = places
        var loading = places.filter { slots[$0]?.phase == .loading }
        for place in places where slots[place]?.phase == .waiting {
            if loading.count >= loadsAtOnce {
                guard place == currentIndex, let last = loading.popLast(), let slot = slots[last] else {
                    break
                }
                slots[last] = Slot(item: slot.item, player: slot.player)
                actions.append(.interrupt(slot.player, slot.observation))
            }
            guard let slot = slots[place] else { continue }
            lastLoad += 1
            slots[place]?.phase = .loading
            slots[place]?.load = lastLoad
            loading.append(place)
            actions.append(.load(slot.item, slot.player, number: lastLoad))
        }
        return actions
    }
}
