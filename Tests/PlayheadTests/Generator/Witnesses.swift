import Dispatch
import Playhead
import PlayheadTesting
import Synchronization

/// Somebody of every kind that can listen to a player, from its beginning to its end.
final class Witnesses: Sendable {
    /// Hears on ``queue``.
    let main = EventLog()
    let queue = DispatchQueue(label: "witness")
    private let other = EventLog()
    private let told = TokenLog()
    private let token: PlayerObservation
    private let events: Task<[PlayerEvent], Never>
    private let snapshots: Task<[PlayerSnapshot], Never>
    private let states: @Sendable () async -> [PlaybackState]
    private let statuses: @Sendable () async -> [ItemStatus]

    init(of player: Player) {
        player.addObserver(main, queue: queue)
        player.addObserver(other)
        token = player.observe { [told] in told.append($0) }
        // Two consumers that take everything at once, and two that take nothing before the end.
        events = collecting(player.events)
        snapshots = collecting(player.snapshots)
        let states = player.values(of: \.state)
        let statuses = player.values(of: \.status)
        self.states = { await collecting(states).value }
        self.statuses = { await collecting(statuses).value }
    }

    /// How much observers were told so far.
    var count: Int { main.events.count + other.events.count + told.events.count }

    /// What they say once the player is closed; waits for the sequences to end.
    func testimony() async -> Testimony {
        Testimony(
            logs: [
                ("the observer on a queue", main.events), ("the observer", other.events),
                ("the token", told.events), ("the sequence", await events.value),
            ], snapshots: await snapshots.value, states: await states(), statuses: await statuses())
    }
}

/// What a closure was told.
final class TokenLog: Sendable {
    private let recorded = Mutex<[PlayerEvent]>([])
    var events: [PlayerEvent] { recorded.withLock { $0 } }
    func append(_ event: PlayerEvent) { recorded.withLock { $0.append(event) } }
}

/// Collects a sequence to its end.
func collecting<Element: Sendable>(
    _ sequence: some AsyncSequence<Element, Never> & Sendable
) -> Task<[Element], Never> {
    Task {
        var collected: [Element] = []
        for await element in sequence { collected.append(element) }
        return collected
    }
}
