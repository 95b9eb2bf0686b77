internal import Dispatch
internal import Playhead
internal import Synchronization

/// Writes down what expectations are about and no snapshot tells.
final class Witness: PlayerObserver {
    /// What was heard.
    struct Testimony: Sendable {
        var stalls = 0
        var cues: [String] = []
        var warnings: [PlayerWarning] = []
        /// How long the current item is, as far as was told.
        var duration: Duration = .zero
    }

    private let heard = Mutex(Testimony())
    private let patience: Patience
    let queue = DispatchQueue(label: "playhead.check.witness")

    init(patience: Patience) { self.patience = patience }

    func player(_ player: Player, received event: PlayerEvent) {
        let more = heard.withLock { $0.take(event) }
        if more > .zero { patience.lasts(longer: more) }
    }

    /// What was heard of everything that has happened.
    func testimony() async -> Testimony {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        return heard.withLock { $0 }
    }
}

extension Witness.Testimony {
    /// Takes an event, and answers how much more media are known by it.
    fileprivate mutating func take(_ event: PlayerEvent) -> Duration {
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
