/// When changes are published: times at most ten times per second, anything else at most fifty times.
///
/// What comes too early is published later, together with all that has changed until then.
struct PublishPace {
    private var last: Duration?
    private var due: Duration?

    static let timeInterval = Duration.milliseconds(100)
    static let factInterval = Duration.milliseconds(20)

    /// The time for which publishing is to be scheduled after a change; nil if it is already scheduled.
    mutating func schedule(isTime: Bool, at now: Duration) -> Duration? {
        let interval = isTime ? Self.timeInterval : Self.factInterval
        let wanted = max(now, last.map { $0 + interval } ?? now)
        if let due, due <= wanted { return nil }
        due = wanted
        return wanted
    }

    /// Whether what was scheduled for a time is to be published now. It is not if an earlier time replaced it.
    mutating func fire(scheduled: Duration, at now: Duration) -> Bool {
        guard due == scheduled else { return false }
        (due, last) = (nil, now)
        return true
    }
}
