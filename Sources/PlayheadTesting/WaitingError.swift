public import Playhead

/// Why a wait for a player ended without what was waited for. An error that the player reports meanwhile is thrown
/// itself.
public enum WaitingError: Error, Sendable, CustomStringConvertible {
    /// The limit passed.
    case timedOut(waitingFor: String, limit: Duration, last: PlayerSnapshot)
    /// The player was closed.
    case closed(waitingFor: String)

    /// One sentence for a person.
    public var description: String {
        switch self {
        case .timedOut(let goal, let limit, let last):
            "Waited \(limit) for \(goal); \(last.account)"
        case .closed(let goal): "The player was closed while \(goal) was waited for"
        }
    }
}

extension PlayerSnapshot {
    /// What the player does, for a person who waited for something else.
    package var account: String {
        var account = "the player is \(state.name), \(status) at \(position)"
        guard state.isPlaying else { return account }
        if !progress.motion.isAdvancing { account += ", its clock stands" }
        if let buffering { account += ", its buffer says \(buffering.percent) %" }
        return account
    }
}
