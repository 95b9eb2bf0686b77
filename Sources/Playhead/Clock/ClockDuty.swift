/// What a pipeline asks of a virtual clock.
struct ClockDuty: Sendable {
    /// Where what a pipeline is not ready without comes from.
    enum Supply: Sendable {
        /// From this process, which is at work on it.
        case process
        /// From servers: until something comes from them, nothing happens.
        case servers
        /// From others that say nothing of themselves, for example through a pipe.
        case others
    }

    /// Why the clock must stand still for now, for a person; nil when it need not.
    var reason: String?
    /// What that waits for.
    var supply = Supply.process
    /// How many outputs wait for the clock before it may move.
    var outputs = 0
}

/// A pipeline on a virtual clock.
struct Participation: Sendable {
    let duty: @Sendable () -> ClockDuty
}
