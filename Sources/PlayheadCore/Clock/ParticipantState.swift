/// What a pipeline asks of a virtual clock.
package struct ParticipantState: Sendable {
    /// Where what a pipeline is not ready without comes from.
    package enum Supply: Sendable {
        /// From this process, which is at work on it.
        case process
        /// From servers: until something comes from them, nothing happens.
        case servers
        /// From others that say nothing of themselves, for example through a pipe.
        case others
    }

    /// Why the clock must stand still for now, for a person; nil when it need not.
    package var reason: String?
    /// What that waits for.
    package var supply = Supply.process
    /// How many outputs wait for the clock before it may move.
    package var outputs = 0

    package init(reason: String? = nil, supply: Supply = .process, outputs: Int = 0) {
        self.reason = reason
        self.supply = supply
        self.outputs = outputs
    }
}

/// A pipeline on a virtual clock.
struct Participation: Sendable {
    let duty: @Sendable () -> ParticipantState
}
