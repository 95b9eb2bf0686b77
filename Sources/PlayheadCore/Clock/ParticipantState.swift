/// The requirements of a pipeline on a virtual clock.
package struct ParticipantState: Sendable {
    /// The source of the data that a pipeline waits for.
    package enum Supply: Sendable {
        /// This process, which works on it.
        case process
        /// Servers: nothing happens until they respond.
        case servers
        /// Other sources without signals, for example a pipe.
        case others
    }

    /// The reason why the clock must not move, for display; nil if it may.
    package var reason: String?
    /// The source that the pipeline waits for.
    package var supply = Supply.process
    /// The number of outputs that must wait for the clock before it moves.
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
