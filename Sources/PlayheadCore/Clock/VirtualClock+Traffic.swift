internal import PlayheadSystem
internal import Synchronization

/// What is on its way between players and servers of this process, to arrive at the instant at which it was sent.
///
/// Nobody is at work while bytes lie in the socket of somebody whose thread a busy machine does not let run. So the clock stands still until the
/// threads that look at sockets have been through what had come to them.
extension VirtualClock {
    struct InFlight {
        /// How often something was sent.
        fileprivate var sent = 0
        /// The same, up to what has arrived.
        fileprivate var arrived = 0

        var isUnderWay: Bool { sent != arrived }
    }

    /// Somebody has sent something, or does with what his event loop does next.
    func noteTraffic() {
        let begins = state.withLock { state in
            defer { state.traffic.sent += 1 }
            return !state.traffic.isUnderWay
        }
        if begins { awaitTraffic() }
    }

    private func awaitTraffic() {
        let sent = state.withLock(\.traffic.sent)
        Self.passLoops(times: Self.hops) { [self] in
            let goesOn = state.withLock { state in
                state.progress += 1
                state.traffic.arrived = sent
                return state.traffic.isUnderWay
            }
            if goesOn { awaitTraffic() } else { kick() }
        }
    }

    /// Lets the HTTP client and each server do what they have to do, so many times, and calls when all of them have.
    private static func passLoops(times: Int, _ then: @escaping @Sendable () -> Void) {
        if times == 0 { return then() }
        EventLoopBarriers.passAll { passLoops(times: times - 1, then) }
    }

    /// From a socket to whom it belongs, who takes it in the task that this wakes, and sends what follows of it.
    private static let hops = 3
}
