internal import Dispatch
internal import PlayheadSystem

/// The player's own time: what deadlines and extrapolated positions run on. One for real time; the test kit has
/// one that is moved by hand.
package protocol PlayerTime: Sendable {
    /// Time since an arbitrary zero; never runs backwards.
    var now: Duration { get }
    /// When what has just come from outside was sent, as far as that is known, to measure how fast it comes. On a virtual clock: when somebody
    /// outside was last let go on; what nobody there delays takes no time.
    var arrival: Duration { get }
    /// Calls once after a while, on any thread. Releasing what it returns does not cancel; `cancel` does.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer
    /// The same, for what the pipeline may be waiting for: a virtual clock goes on to it also while a pipeline is not ready.
    func delay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer
    /// The same, for what happens only as time passes: a virtual clock does not move for it alone.
    func idleDelay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer
    /// What the pipeline may be waiting for does not come before so much time has passed, if it does then: a virtual clock that has
    /// to move, does so also while a pipeline is not ready. `cancel` when it has come.
    func expectNothing(for duration: Duration) -> PlayerTimer
    /// Whether it passes no real time.
    var isVirtual: Bool { get }
    /// How much of a span that ends now GStreamer has spent starting, as far as that takes any of this time.
    func timeToStart(within span: Duration) -> Duration
    /// Something begins that belongs to this instant: a clock that can stand still does so until it has ended.
    func beginWork()
    func endWork()
    /// Something is sent to a server, or an answer has come, which somebody else's thread takes: a clock that can stand still does so until it has,
    /// where that is one of this process.
    func noteTraffic()
    /// Somebody waits now for what is to come: a clock that stands still for what he did may go on.
    func noteWait()
    /// A server is sent a request: where it does not run on this clock, its answer may take real time. Without a host it is reached through another
    /// one.
    func expectAnswer(from host: String?, port: Int) -> ExpectedAnswer
    /// Something has come from a server: a clock that has gone on without those who waited for it has more patience again.
    func noteArrival()
}

extension PlayerTime {
    package func delay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        schedule(after: duration, action)
    }
    package func idleDelay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        schedule(after: duration, action)
    }
    package func expectNothing(for duration: Duration) -> PlayerTimer { PlayerTimer {} }
    package var arrival: Duration { now }
    package var isVirtual: Bool { false }
    package func timeToStart(within span: Duration) -> Duration { .zero }
    package func beginWork() {}
    package func endWork() {}
    package func noteTraffic() {}
    package func noteArrival() {}
    package func noteWait() {}
    package func expectAnswer(from host: String?, port: Int) -> ExpectedAnswer { ExpectedAnswer() }
}

/// A request, for a clock that can stand still.
package struct ExpectedAnswer: Sendable {
    /// It is written to a connection, by its port on this machine.
    package var sent: @Sendable (_ localPort: Int) -> Void = { _ in }
    /// What has come of it is known.
    package var end: @Sendable () -> Void = {}
}

/// A call that is due later.
package struct PlayerTimer: Sendable {
    /// Takes it back; without effect when it has been made.
    package let cancel: @Sendable () -> Void
    package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
}

/// Real time, by the system's monotonic clock.
package struct SystemTime: PlayerTime {
    package init() {}

    package var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        // Not on a global queue: its threads may all be at work.
        let queue = DispatchQueue(label: "playhead.time", qos: .userInitiated)
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + .nanoseconds(Int(delay.inNanoseconds)))
        nonisolated(unsafe) let timer = source
        // Dispatch guards its sources itself. The handler keeps the source until it has been called or cancelled.
        source.setEventHandler {
            unsafe timer.cancel()
            action()
        }
        source.activate()
        return PlayerTimer { unsafe timer.cancel() }
    }

    package func timeToStart(within span: Duration) -> Duration { StartupTime.spent(within: span) }
}
