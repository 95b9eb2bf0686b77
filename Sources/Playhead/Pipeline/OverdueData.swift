internal import GStreamer

/// Data that the clock has come to the end before: how much had been presented, and where the clock stood when that was found.
struct OverdueData {
    private var passed: Int?
    private var since: Duration = .zero
    /// Where the clock stood when nobody was at work any more.
    private var restedSince: Duration?

    /// How long the clock may run on beyond the end while nothing comes, and nobody is at work.
    static let patience: Duration = .seconds(2)

    /// Whether no more is waited for: nothing has come for long, and nobody was at work for a while. Where somebody is, it may be that nobody
    /// lets him; and one who is between two pieces of work seems to be at rest for a moment.
    mutating func isGivenUp(passed now: Int, at position: Duration, speed: Double) -> Bool {
        if passed != now { (passed, since, restedSince) = (now, position, nil) }
        guard position - since >= Self.patience * speed, !WorkingThreads.isAnyAtWork() else {
            restedSince = nil
            return false
        }
        let rested = restedSince ?? position
        restedSince = rested
        return position - rested >= Self.rest * speed
    }

    private static let rest: Duration = .milliseconds(250)
}
