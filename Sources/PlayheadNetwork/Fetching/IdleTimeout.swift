internal import PlayheadCore
internal import Synchronization

/// Detects that a server sends nothing for a time limit. Paused time does not count.
final class IdleTimeout: Sendable {
    private struct State {
        var last: Duration
        var pauses = 0
        var timer: PlayerTimer?
        var isOver = false
    }

    private let time: any PlayerTime
    private let limit: Duration
    private let state: Mutex<State>

    init(_ time: any PlayerTime, limit: Duration) {
        self.time = time
        self.limit = limit
        state = Mutex(State(last: time.now))
    }

    /// - Parameter onSilence: called when the limit has passed.
    func start(onSilence: @escaping @Sendable () -> Void) { schedule(after: limit, onSilence) }

    /// Restarts the time limit after received data.
    func touch() {
        time.noteArrival()
        state.withLock { $0.last = time.now }
    }

    func pause() { state.withLock { $0.pauses += 1 } }

    func resume() {
        state.withLock {
            $0.pauses -= 1
            $0.last = time.now
        }
    }

    /// Ends the timeout, because the result is known.
    func end() {
        let timer = state.withLock { state in
            defer { state.timer = nil }
            state.isOver = true
            return state.timer
        }
        timer?.cancel()
    }

    private func schedule(after delay: Duration, _ onSilence: @escaping @Sendable () -> Void) {
        let timer = time.schedule(after: delay) { [weak self] in self?.look(onSilence) }
        let isLate = state.withLock { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isLate { timer.cancel() }
    }

    private func look(_ onSilence: @escaping @Sendable () -> Void) {
        let now = time.now
        let rest = state.withLock { state -> Duration? in
            if state.isOver { return nil }
            return state.pauses > 0 ? limit : limit - (now - state.last)
        }
        guard let rest else { return }
        if rest <= .zero { return onSilence() }
        schedule(after: rest, onSilence)
    }
}
