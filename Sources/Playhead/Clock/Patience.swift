/// How long nothing may happen, in real time, before a virtual clock goes on without those who are not ready. It is only asked where they
/// wait for others than this process, or where this process is at work and may hang; what servers on the clock do is known. Pure: time and world
/// come in.
///
/// From then on, and until they are ready, it takes less whenever something has happened, but not that little where something has come from a
/// server since. Time in which a busy machine does not let the clock's thread run is not counted: the others do not run then either.
struct Patience {
    /// Why the clock may move though not everybody is ready.
    enum Reason {
        /// What those who are not ready wait for may come with the time.
        case delay
        /// Patience is lost.
        case impatience
    }

    /// Who is waited for.
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
        /// Whether somebody outside of players waits for a time.
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
