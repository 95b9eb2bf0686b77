internal import PlayheadSystem
internal import Synchronization

/// Data in transit between players and servers of this process. It arrives at the instant of its sending.
///
/// While bytes lie in a socket, and a busy machine delays the thread of the receiver, no work is in progress.
/// So the clock stops until the event loops have processed all data that had arrived.
extension VirtualClock {
    struct InFlight {
        /// The number of sends.
        fileprivate var sent = 0
        /// The number of sends that have arrived.
        fileprivate var arrived = 0

        var isUnderWay: Bool { sent != arrived }
    }

    /// Data was sent, or a later turn of an event loop will use it.
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

    /// Runs the event loops of the HTTP client and of each server several times, and calls `then` afterwards.
    private static func passLoops(times: Int, _ then: @escaping @Sendable () -> Void) {
        if times == 0 { return then() }
        EventLoopBarriers.passAll { passLoops(times: times - 1, then) }
    }

    /// The steps from a socket to its owner, to the resumed task, and to the data that follows.
    private static let hops = 3
}
