/// The real-time limit on waits of a virtual clock without a known end: a pipeline waits for a foreign server
/// or process, or this process hangs.
///
/// Media servers on the clock need no limit. This is a pure value: the caller passes time and state.
///
/// | situation | limit |
/// |---|---|
/// | a foreign server or process is waited for | 4 s; 250 ms if a delay is due on the clock |
/// | this process does not progress | 10 s |
/// | a limit has passed before, and data has come since | 1 s |
/// | a limit has passed before | 100 ms |
///
/// Each check counts as 10 ms at most: while the clock's thread does not run, other threads do not either.
struct QuiescenceTimeout {
    /// The reason why the clock may move before all participants are ready.
    enum Reason {
        /// A pipeline may wait for a delay on the clock.
        case delay
        /// The limit has passed.
        case impatience
    }

    /// The awaited source.
    enum Cause {
        /// This process.
        case work
        /// Servers and processes elsewhere.
        case others
    }

    /// The state at a check.
    struct World {
        /// Changes with every event.
        var progress: Int
        /// The number of server responses and joined pipelines.
        var answers: Int
        var cause: Cause
        /// Whether a media server or a timer outside the pipelines waits for an instant of the clock.
        var isDelayed = false
    }

    /// The duration of a check on an idle machine, and the maximum that counts.
    static let look: Duration = .milliseconds(5)
    private static let longestLook: Duration = .milliseconds(10)
    private static let limits: [Cause: Duration] = [.work: .seconds(10), .others: .seconds(4)]
    /// The limit after an earlier limit has passed; without and with server data since then.
    private static let limitAfterLoss: Duration = .milliseconds(100)
    private static let limitAfterAnswer: Duration = .seconds(1)
    /// The time until a pending delay counts as the awaited event.
    private static let limitBeforeDelay: Duration = .milliseconds(250)

    private var progress = -1
    private var cause = Cause.others
    private var isLost = false
    private var answers = 0
    private var last: ContinuousClock.Instant
    private var waited: Duration = .zero
    /// The current limits, lowered after one has passed.
    private var limits = Self.limits

    init(from begin: ContinuousClock.Instant) { last = begin }

    /// Checks participants that are not ready; returns the reason if the clock may move.
    mutating func reason(in world: World, at now: ContinuousClock.Instant) -> Reason? {
        let passed = min(now - last, Self.longestLook)
        last = now
        if (world.progress, world.cause) != (progress, cause) {
            (progress, cause, isLost) = (world.progress, world.cause, false)
            waited = .zero
        } else {
            waited += passed
        }
        if world.answers != answers {
            answers = world.answers
            limits = limits.mapValues { max($0, Self.limitAfterAnswer) }
        }
        if !isLost, waited >= limits[cause] ?? .zero {
            isLost = true
            limits[cause] = Self.limitAfterLoss
        }
        if isLost { return .impatience }
        return cause == .others && world.isDelayed && waited >= Self.limitBeforeDelay ? .delay : nil
    }
}
