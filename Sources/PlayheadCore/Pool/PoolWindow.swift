/// Which items of a list a pool keeps players for, and how far they are: a value whose changes answer with what is to be done.
struct PoolWindow {
    enum Phase { case waiting, loading, loaded }

    struct Slot {
        var item: MediaItem
        let player: Player
        var phase = Phase.waiting
        /// Tells the loads of a player apart.
        var load = 0
        var observation: PlayerObservation?
    }

    /// Observations are handed out to be released: whatever that sets off in a player is not for a lock.
    enum Action {
        /// The player is of no item any more.
        case takeBack(Player, PlayerObservation?)
        /// The player's item gives way to one that is wanted more.
        case interrupt(Player, PlayerObservation?)
        case load(MediaItem, Player, number: Int)
    }

    let capacity: Int
    let loadsAtOnce: Int
    private(set) var items: [MediaItem] = []
    private var wantedIndex = 0
    private(set) var slots: [Int: Slot] = [:]
    /// Players without an item.
    private var free: [Player] = []
    private(set) var players: [Player] = []
    private(set) var isClosed = false
    private var lastLoad = 0

    init(capacity: Int, loadsAtOnce: Int) {
        self.capacity = max(capacity, 1)
        self.loadsAtOnce = max(loadsAtOnce, 1)
    }

    /// The current index; the nearest one where there is none of that number.
    var currentIndex: Int { max(min(wantedIndex, items.count - 1), 0) }

    /// The places that have players, those that are wanted most first: the current one, the next, the one before, …
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
        // An item that has another place now keeps its player.
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

    /// A load is over, whether it succeeded or not.
    mutating func finish(load number: Int) -> [Action] {
        guard let place = slots.first(where: { $0.value.load == number })?.key,
            slots[place]?.phase == .loading
        else { return [] }
        slots[place]?.phase = .loaded
        return begin()
    }

    /// Keeps who listens to a load.
    mutating func keep(_ observation: PlayerObservation, load number: Int) {
        guard let place = slots.first(where: { $0.value.load == number })?.key else { return }
        slots[place]?.observation = observation
    }

    /// Nothing is left; answers with what was.
    mutating func close() -> (players: [Player], slots: [Slot]) {
        isClosed = true
        defer { (slots, free, items) = ([:], [], []) }
        return (players, Array(slots.values))
    }

    /// Begins as many loads as may be under way; the current item does not wait for another one.
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
