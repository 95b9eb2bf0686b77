public import Playhead

/// The reason why a wait for a player failed. An error of the player is thrown instead.
public enum WaitingError: Error, Sendable, CustomStringConvertible {
    /// The timeout expired.
    case timedOut(waitingFor: String, limit: Duration, last: PlayerSnapshot)
    /// The player was closed.
    case closed(waitingFor: String)

    /// One sentence for the user.
    public var description: String {
        switch self {
        case .timedOut(let goal, let limit, let last):
            "Waited \(limit) for \(goal); \(last.account)"
        case .closed(let goal): "The player was closed while \(goal) was waited for"
        }
    }
}

extension PlayerSnapshot {
    /// The state of the player, for the message of a failed wait.
    package var account: String {
        var account = "the player is \(state.name), \(status) at \(position)"
        guard state.isPlaying else { return account }
        if !progress.motion.isAdvancing { account += ", its clock stands" }
        if let buffering { account += ", its buffer says \(buffering.percent) %" }
        return account
    }
}
