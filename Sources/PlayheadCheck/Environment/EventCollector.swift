internal import Dispatch
internal import Playhead
internal import Synchronization

/// An observer that collects the event counts and texts that expectations use and no snapshot contains.
final class EventCollector: PlayerObserver {
    private let state = Mutex(CollectedEvents())
    private let budget: TimeBudget
    let queue = DispatchQueue(label: "playhead.check.events")

    init(budget: TimeBudget) { self.budget = budget }

    func player(_ player: Player, received event: PlayerEvent) {
        let more = state.withLock { $0.add(event) }
        if more > .zero { budget.extend(by: more) }
    }

    /// The events collected so far.
    func events() async -> CollectedEvents {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        return state.withLock { $0 }
    }
}

/// Counts and texts from the events of a player.
struct CollectedEvents: Sendable {
    var stalls = 0
    var cues: [String] = []
    var warnings: [PlayerWarning] = []
    /// The longest known duration of the current item.
    fileprivate var duration: Duration = .zero

    /// Adds an event, and returns by how much the known duration of the media grows.
    fileprivate mutating func add(_ event: PlayerEvent) -> Duration {
        switch event {
        case .stateChanged(let change)
        where change.from == .playing(buffering: false) && change.to == .playing(buffering: true)
            && change.reason == .buffering:
            stalls += 1
        case .subtitleChanged(let cue?): cues.append(cue.text)
        case .warning(let warning): warnings.append(warning)
        case .itemChanged: duration = .zero
        case .durationChanged(let new?) where new > duration:
            defer { duration = new }
            return new - duration
        default: break
        }
        return .zero
    }
}
