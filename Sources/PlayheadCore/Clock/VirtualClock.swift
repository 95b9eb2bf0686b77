internal import Dispatch
internal import PlayheadSystem
internal import Synchronization

/// A clock that passes no real time: it moves to the next instant that somebody waits for as soon as everybody waits.
///
/// It drives the real pipelines of the players that are made with it (``PlayerConfiguration/clock``), their position ticks, cues and
/// deadlines, and everybody who sleeps on it as on any `Clock`. It does not move while an output has not asked for its next
/// instant, while a player carries out a command, or while an observer is being called; so what happens at which instant is the same in
/// every run. What takes real time, for example a download, takes it while the clock stands still. What a `MediaServer` on this clock
/// delays takes none. For the choice among the variants of HLS the network has no limits: the first one of the playlist is followed by the best.
///
/// A player that waits for data of a `MediaServer` on this clock does not hold the clock: delays take no real time. For data of another
/// server or of a pipe, the clock waits in real time: after four seconds without progress it moves to the next timeout. After ten seconds
/// without progress in this process it does the same. ``waitsFor`` names the pipeline or the work that it waits for.
public final class VirtualClock: Clock, Sendable {
    /// An instant of a virtual clock, counted from its beginning.
    public struct Instant: InstantProtocol {
        /// The time since the beginning of the clock.
        public var offset: Duration

        /// An instant so long after the beginning.
        public init(offset: Duration) { self.offset = offset }

        /// The instant so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether an instant comes before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    struct State {
        var calls: [Call] = []
        var lastNumber = 0
        /// When a server or somebody else outside of players was last let go on.
        var lastDelay: Duration = .zero
        var runs: [ObjectIdentifier: Participation] = [:]
        /// What is being done at this instant, and by how many.
        var work = 0
        var traffic = InFlight()
        /// The ports of this machine at which servers answer that run on this clock.
        var servers: Set<Int> = []
        /// Requests to those that they have not begun to answer, by the ports that they come from.
        var untaken: Set<Int> = []
        /// How many requests to others have no answer yet.
        var foreign = 0
        /// Up to where the clock may move; nil when it is free.
        var limit: Duration?
        var isDriving = false
        /// Counts what was done, to tell that nothing is.
        var progress = 0
        /// How often something has come from a server, or a pipeline has joined.
        var answers = 0
        /// Who was called last for the clock to reach its limit.
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    /// The clock that pipelines wait on.
    package let clock: any SteppedClock
    let state = Mutex(State())
    let pacing = ClockRate()
    let changed = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "playhead.virtual-clock", qos: .userInitiated)

    /// A clock that stands at zero and is free to run, over the clock that pipelines wait on.
    package init(stepping clock: any SteppedClock) { self.clock = clock }

    /// The instant where the clock stands.
    public var now: Instant { Instant(offset: pacing.line.time(at: clock.now)) }

    /// A nanosecond, GStreamer's unit of time.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until the clock has come to an instant. The tolerance is not used: the clock is never late.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let sleeper = Sleeper()
        let timer = schedule(at: deadline.offset) { sleeper.wake() }
        await withTaskCancellationHandler {
            await sleeper.sleep()
        } onCancel: {
            timer.cancel()
            sleeper.wake()
        }
        try Task.checkCancellation()
    }
}
