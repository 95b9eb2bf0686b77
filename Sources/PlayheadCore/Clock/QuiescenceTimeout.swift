/// The real-time limit on waits of a virtual clock whose end is not known: a pipeline waits for a foreign server or process, or this
/// process hangs. Media servers on the clock need none. A pure value: the caller passes time and world in.
///
/// | situation | limit |
/// |---|---|
/// | a foreign server or process is waited for | 4 s; 250 ms if a delay is due on the clock |
/// | this process does not progress | 10 s |
/// | a limit has passed before, and data has come since | 1 s |
/// | a limit has passed before | 100 ms |
///
/// Each look counts as 10 ms at most: while the clock's thread does not run, neither do the others.
struct QuiescenceTimeout {
    /// Why the clock may move though not everybody is ready.
    enum Reason {
        /// A delay on the clock may be what a pipeline waits for.
        case delay
        /// The limit has passed.
        case impatience
    }

    /// What is waited for.
    enum Cause {
        /// This process.
        case work
        /// Servers and processes elsewhere.
        case others
    }

    /// What is seen at a look.
    struct World {
        /// Changes with everything that happens.
        var progress: Int
        /// How often something has come from a server, or a pipeline has joined.
        var answers: Int
        var cause: Cause
        /// Whether a media server or a timer outside of pipelines waits for an instant of the clock.
        var isDelayed = false
    }

    /// How long a look lasts on an idle machine, and how much of it counts at most.
    static let look: Duration = .milliseconds(5)
    private static let longestLook: Duration = .milliseconds(10)
    private static let limits: [Cause: Duration] = [.work: .seconds(10), .others: .seconds(4)]
    /// The same once patience was lost, and where something has come from a server since.
    private static let limitAfterLoss: Duration = .milliseconds(100)
    private static let limitAfterAnswer: Duration = .seconds(1)
    /// How long others have to say something before what is delayed counts as what is waited for.
    private static let limitBeforeDelay: Duration = .milliseconds(250)

    private var progress = -1
    private var cause = Cause.others
    private var isLost = false
    private var answers = 0
    private var last: ContinuousClock.Instant
    private var waited: Duration = .zero
    /// Where there is less than at first.
    private var limits = Self.limits

    init(from begin: ContinuousClock.Instant) { last = begin }

    /// A look at those who are not ready has brought nothing: whether the clock may move.
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
