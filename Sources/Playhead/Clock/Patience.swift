/// How long nothing may happen, in real time, before a virtual clock goes on without those who are not ready; from then on, and until they
/// are, it takes less whenever something has happened, but not that little where something has come from a server since, or where somebody
/// else is waited for than the one with whom patience was lost. Pure: time and world come in.
///
/// Time in which a busy machine does not let the clock's thread run is not counted: the others do not run then either. Nor does time
/// count for much in which threads are at work: what they do may be what is waited for. But once patience was lost with somebody who will never go
/// on, it is he, and time counts in full.
struct Patience {
    /// Why the clock may move though not everybody is ready.
    enum Reason {
        /// What those who are not ready wait for may come with the time.
        case delay
        /// Patience is lost.
        case impatience
    }

    /// What is seen at a look.
    struct World {
        /// Changes with everything that happens.
        var progress: Int
        /// How often something has come from a server, or a pipeline has joined.
        var answers: Int
        /// Whether nobody is at work, and somebody outside of players waits for a time.
        var isDelayed: Bool
        /// Whether somebody is at work, or what he has sent is on its way.
        var isAtWork: Bool
        /// Whether somebody outside of players keeps them waiting for good.
        var isHalted: Bool
        /// Whether no other clock is being driven.
        var isAlone: Bool
    }

    /// What those are waiting for who are not ready, most likely.
    private enum Cause {
        /// Somebody of this process who is known to be at work.
        case work
        /// Somebody who keeps players waiting for good.
        case halt
        /// Pipelines, and servers elsewhere.
        case other

        init(_ world: World) { self = world.isAtWork ? .work : world.isHalted ? .halt : .other }
    }

    /// How long a look lasts on an idle machine.
    static let look: Duration = .milliseconds(5)
    private static let longestLook: Duration = .milliseconds(10)
    private static let limit: Duration = .seconds(4)
    /// The same once patience was lost, and where something has come from a server since, or where somebody keeps players waiting for good.
    private static let limitAfterLoss: Duration = .milliseconds(100)
    private static let limitAfterAnswer: Duration = .seconds(1)
    /// After how much of it the threads are looked at, and how much of it counts where some are at work.
    private static let piece: Duration = .milliseconds(100)
    private static let shareAtWork = 0.25
    /// How many looks a delay takes that find nobody at work, in quarters.
    private static let looksForDelays = 5 * 4

    private var progress = -1
    /// Who is waited for, and whether patience is lost with him, until something happens.
    private var cause = Cause.other
    private var isLost = false
    private var answers = 0
    private var last: ContinuousClock.Instant
    private var waited: Duration = .zero
    /// What has been waited since the threads were looked at.
    private var fresh: Duration = .zero
    private var looks = 0
    /// Where there is less than at first.
    private var limits = [Cause.halt: Self.limitAfterAnswer]

    init(from begin: ContinuousClock.Instant) { last = begin }

    /// A look at those who are not ready has brought nothing. What waits for a delay gets a moment to show that it waits for
    /// something else. While threads are at work it may; beside other clocks they may be theirs, so that such a look counts a little.
    mutating func reason(
        in world: World, at now: ContinuousClock.Instant, isAnyAtWork: () -> Bool
    ) -> Reason? {
        fresh += min(now - last, Self.longestLook)
        last = now
        if (world.progress, Cause(world)) != (progress, cause) {
            (progress, cause, isLost) = (world.progress, Cause(world), false)
            (waited, fresh, looks) = (.zero, .zero, 0)
        }
        if world.answers != answers {
            answers = world.answers
            limits = limits.mapValues { max($0, Self.limitAfterAnswer) }
        }
        let limit = limits[cause] ?? Self.limit
        if fresh >= Self.piece {
            let awaitsNobodyElse = cause == .halt && limit == Self.limitAfterLoss
            waited += !awaitsNobodyElse && isAnyAtWork() ? fresh * Self.shareAtWork : fresh
            fresh = .zero
        }
        if world.isDelayed {
            looks += isAnyAtWork() ? world.isAlone ? 0 : 1 : 4
            if looks >= Self.looksForDelays {
                looks = 0
                return .delay
            }
        }
        if !isLost, waited >= limit {
            isLost = true
            limits[cause] = Self.limitAfterLoss
            if cause == .other { limits[.halt] = Self.limitAfterLoss }
        }
        return isLost ? .impatience : nil
    }
}
