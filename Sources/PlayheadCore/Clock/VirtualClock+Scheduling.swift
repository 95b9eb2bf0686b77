internal import PlayheadSystem
internal import Synchronization

extension VirtualClock {
    /// A scheduled call.
    struct Call {
        var number: Int
        var due: Duration
        /// Whether the call is due on the pipelines' clock, which may be faster.
        var isPaced = false
        /// Whether a participant outside the players waits for it; a pipeline may wait for that participant.
        var isDelay: Bool
        /// Whether the clock moves only for other calls.
        var isIdle = false
        var action: @Sendable () -> Void
    }

    /// Calls the action once when the clock reaches an instant.
    package func schedule(
        at due: Duration, isPaced: Bool = false, isDelay: Bool = false, isIdle: Bool = false,
        _ action: @escaping @Sendable () -> Void
    ) -> PlayerTimer {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.calls.append(
                Call(
                    number: state.lastNumber, due: due, isPaced: isPaced, isDelay: isDelay, isIdle: isIdle,
                    action: action))
            return state.lastNumber
        }
        kick()
        return PlayerTimer { [weak self] in
            self?.state.withLock { $0.calls.removeAll { $0.number == number } }
        }
    }
}

extension VirtualClock {
    /// Calls the action once when the pipelines' clock reaches a time.
    package func schedule(atPaced due: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        schedule(at: due, isPaced: true, action)
    }

    /// The first due call; at the same instant, the one scheduled first.
    func next(_ state: State) -> (call: Call, due: Duration)? {
        let line = pacing.line
        return state.calls.lazy.map {
            (call: $0, due: $0.isPaced ? $0.due : line.shown(after: $0.due))
        }
        .min { ($0.due, $0.call.number) < ($1.due, $1.call.number) }
    }
}

/// A virtual clock as the time of a player.
struct VirtualTime: PlayerTime {
    let clock: VirtualClock

    var now: Duration { clock.now.offset }

    var arrival: Duration { clock.state.withLock(\.lastDelay) }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        clock.schedule(at: now + max(delay, .zero), action)
    }

    func delay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        clock.schedule(at: now + max(duration, .zero), isDelay: true, action)
    }

    func idleDelay(for duration: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        clock.schedule(at: now + max(duration, .zero), isIdle: true, action)
    }

    var isVirtual: Bool { true }
    /// A completed start has taken no virtual time.
    func timeToStart(within span: Duration) -> Duration { StartupTime.isStarting ? span : .zero }

    func noteTraffic() { clock.noteTraffic() }

    func noteWait() { clock.kick() }

    func expectAnswer(from host: String?, port: Int) -> ExpectedAnswer {
        let isOwn = clock.state.withLock { state in
            let isOwn = host == "127.0.0.1" && state.servers.contains(port)
            if !isOwn { state.foreign += 1 }
            return isOwn
        }
        guard isOwn else {
            return ExpectedAnswer(end: { [clock] in
                clock.state.withLock { $0.foreign -= 1 }
                clock.kick()
            })
        }
        let sender = Mutex<Int?>(nil)
        let change: @Sendable (Int?) -> Void = { [clock] port in
            sender.withLock { sender in
                clock.state.withLock { state in
                    if let sender { state.untaken.remove(sender) }
                    if let port { state.untaken.insert(port) }
                }
                sender = port
            }
            clock.kick()
        }
        return ExpectedAnswer(sent: change, end: { change(nil) })
    }

    func noteArrival() { clock.state.withLock { $0.answers += 1 } }

    func beginWork() { clock.state.withLock { $0.work += 1 } }

    func endWork() {
        clock.state.withLock { state in
            state.work -= 1
            state.progress += 1
        }
        clock.kick()
    }
}

extension VirtualClock.State {
    /// Whether players may wait for a delay on this clock.
    var isDelayed: Bool { work == 0 && !traffic.isUnderWay && calls.contains(where: \.isDelay) }

    /// A number that changes with every event and with the number of waiting outputs.
    func progress(with outputs: Int) -> Int { progress &+ outputs &+ answers }
}
