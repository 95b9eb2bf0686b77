/// What a pipeline asks of a virtual clock.
struct ClockDuty: Sendable {
    /// Why the clock must stand still for now, for a person; nil when it need not.
    var reason: String?
    /// What must have come to its end before the clock may move.
    var fetches: Fetches?
    /// Whether texts are on their way that are due soon.
    var lacksTexts: (@Sendable () -> Bool)?
    /// How many outputs wait for the clock before it may move.
    var outputs = 0
}

/// A pipeline on a virtual clock.
struct Participation: Sendable {
    let duty: @Sendable () -> ClockDuty
}
