internal import Synchronization

/// Holds parts back for a moment that come behind the first one of a stream, until something is shown: what passes them on would take the
/// processor from the decoders.
final class BeginningGate: Sendable {
    private struct State {
        var isOpen: Bool
        var begun: Set<Track.Kind?> = []
        var waiting: [Sleeper] = []
        var timer: PlayerTimer?
    }

    private let time: any PlayerTime
    private let state: Mutex<State>

    init(_ order: Gateway.Order) {
        time = order.time
        state = Mutex(State(isOpen: !order.fetchesAhead || order.time.isVirtual))
    }

    /// Returns when a part of a stream may be passed on.
    func pass(_ rendition: Track.Kind?) async {
        let sleeper = Sleeper()
        let mayPass = state.withLock { state in
            if state.isOpen || state.begun.insert(rendition).inserted { return true }
            state.waiting.append(sleeper)
            if state.timer == nil {
                state.timer = time.schedule(after: Self.longest) { [weak self] in self?.open() }
            }
            return false
        }
        if !mayPass { await sleeper.sleep() }
    }

    /// From now on everything passes.
    func open() {
        let (waiting, timer) = state.withLock { state in
            defer { (state.waiting, state.timer, state.isOpen) = ([], nil, true) }
            return (state.waiting, state.timer)
        }
        timer?.cancel()
        for sleeper in waiting { sleeper.wake() }
    }

    /// The first part may not be enough to show something.
    private static let longest: Duration = .milliseconds(100)
}
