internal import Dispatch
internal import PlayheadSystem

/// The time of a player, for deadlines and extrapolated positions. One implementation is real time; the test
/// kit has one that is moved manually.
package protocol PlayerTime: Sendable {
    /// The time since an arbitrary zero; it never decreases.
    var now: Duration { get }
    /// The time at which the last received data was sent, as far as it is known, for bandwidth measurement.
    /// On a virtual clock it is the time at which a participant outside the players last resumed; undelayed
    /// data takes no time.
    var arrival: Duration { get }
    /// Calls the action once after a delay, on any thread. Releasing the timer does not cancel it; `cancel`
    /// does.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer
    /// As ``schedule(after:_:)``, for an action that the pipeline may wait for: a virtual clock advances to
    /// it also while a pipeline is not ready.
    func delay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer
    /// As ``schedule(after:_:)``, for an action that follows time only: a virtual clock does not advance for
    /// it alone.
    func idleDelay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer
    /// Whether the time is virtual and takes no real time.
    var isVirtual: Bool { get }
    /// The part of a span ending now in which GStreamer was starting, as far as that takes any of this time.
    func timeToStart(within span: Duration) -> Duration
    /// Work at this instant begins: a clock that can stop stops until it has ended.
    func beginWork()
    func endWork()
    /// Data was sent to a server, or a response arrived, for another thread. A clock that can stop stops
    /// until a receiver in this process has taken it.
    func noteTraffic()
    /// A consumer now waits for later data: a clock that was stopped for its work may advance.
    func noteWait()
    /// A request is sent to a server. The response of a server without this clock may take real time. Without
    /// a host, the request goes through a proxy.
    func expectAnswer(from host: String?, port: Int) -> ExpectedAnswer
    /// Data has arrived from a server: a clock that advanced after its limit gets a new limit.
    func noteArrival()
}

extension PlayerTime {
    package func delay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        schedule(after: duration, action)
    }
    package func idleDelay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        schedule(after: duration, action)
    }
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

/// A request in progress, for a clock that can stop.
package struct ExpectedAnswer: Sendable {
    /// The request is written to a connection with this local port.
    package var sent: @Sendable (_ localPort: Int) -> Void = { _ in }
    /// The result of the request is known.
    package var end: @Sendable () -> Void = {}
}

/// A scheduled call.
package struct PlayerTimer: Sendable {
    /// Cancels the call; without effect after it was made.
    package let cancel: @Sendable () -> Void
    package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
}

/// Real time from the system's monotonic clock.
package struct SystemTime: PlayerTime {
    package init() {}

    package var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        // A global queue may have all its threads in use.
        let queue = DispatchQueue(label: "playhead.time", qos: .userInitiated)
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + .nanoseconds(Int(delay.inNanoseconds)))
        nonisolated(unsafe) let timer = source
        // Dispatch synchronises its sources. The handler keeps the source until it was called or cancelled.
        source.setEventHandler {
            unsafe timer.cancel()
            action()
        }
        source.activate()
        return PlayerTimer { unsafe timer.cancel() }
    }

    package func timeToStart(within span: Duration) -> Duration { StartupTime.spent(within: span) }
}
