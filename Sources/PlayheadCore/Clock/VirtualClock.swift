internal import Dispatch
internal import PlayheadSystem
internal import Synchronization

/// A clock that takes no real time: it moves to the next pending instant as soon as all participants wait.
///
/// It drives the pipelines of its players (``PlayerConfiguration/clock``), their position ticks, cues and
/// deadlines, and all sleepers on it as on any `Clock`. It does not move before all outputs have requested
/// their next instant, during a player's command, or during an observer call. So the events of each instant
/// are the same in every run. Real work, for example a download, happens while the clock is stopped. Delays
/// of a `MediaServer` on this clock take no real time. Variants of HLS are selected as on an unlimited
/// network: the first one of the playlist, then the best one.
///
/// A player that waits for data of a `MediaServer` on this clock does not hold the clock: delays take no real
/// time. For data of another server or of a pipe, the clock waits in real time. After four seconds without
/// progress it moves to the next timeout. After ten seconds without progress in this process it does the
/// same. ``waitsFor`` names the pipeline or the work that it waits for.
public final class VirtualClock: Clock, Sendable {
    /// An instant of a virtual clock, counted from its start.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public var offset: Duration

        /// Makes an instant at this time after the start.
        public init(offset: Duration) { self.offset = offset }

        /// The instant after this duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether an instant is before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    struct State {
        var calls: [Call] = []
        var lastNumber = 0
        /// The time at which a server or another participant outside the players last resumed.
        var lastDelay: Duration = .zero
        var runs: [ObjectIdentifier: Participation] = [:]
        /// The number of work units in progress at this instant.
        var work = 0
        var traffic = InFlight()
        /// The local ports of servers on this clock.
        var servers: Set<Int> = []
        /// The local ports of requests to those servers without a response yet.
        var untaken: Set<Int> = []
        /// The number of requests to other servers without a response yet.
        var foreign = 0
        /// The maximum time of the clock; nil if it is free.
        var limit: Duration?
        var isDriving = false
        /// A counter of events, for the detection of inactivity.
        var progress = 0
        /// The number of server responses and joined pipelines.
        var answers = 0
        /// The callers that wait for the clock to reach its limit.
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    /// The clock of the pipelines.
    package let clock: any SteppedClock
    let state = Mutex(State())
    let pacing = ClockRate()
    let changed = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "playhead.virtual-clock", qos: .userInitiated)

    /// Makes a free clock at zero over the clock of the pipelines.
    package init(stepping clock: any SteppedClock) { self.clock = clock }

    /// The current instant.
    public var now: Instant { Instant(offset: pacing.line.time(at: clock.now)) }

    /// A nanosecond, GStreamer's unit of time.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until the clock reaches an instant. The tolerance is unused: the clock is never late.
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
