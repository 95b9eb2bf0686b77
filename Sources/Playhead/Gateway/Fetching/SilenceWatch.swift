internal import Synchronization

/// Notices that a server is silent. While a client does not take what came, the server may be.
final class SilenceWatch: Sendable {
    private struct State {
        var last: Duration
        var pauses = 0
        var timer: PlayerTimer?
        var isOver = false
    }

    private let time: any PlayerTime
    private let limit: Duration
    private let onSilence: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameter onSilence: called when the limit has passed.
    init(_ time: any PlayerTime, limit: Duration, onSilence: @escaping @Sendable () -> Void) {
        self.time = time
        self.limit = limit
        self.onSilence = onSilence
        state = Mutex(State(last: time.now))
    }

    func start() { schedule(after: limit) }

    /// Something has come.
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

    func end() {
        let timer = state.withLock { state in
            defer { state.timer = nil }
            state.isOver = true
            return state.timer
        }
        timer?.cancel()
    }

    private func schedule(after delay: Duration) {
        let timer = time.schedule(after: delay) { [weak self] in self?.look() }
        let isLate = state.withLock { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isLate { timer.cancel() }
    }

    private func look() {
        let now = time.now
        let silence = state.withLock { state in
            state.isOver ? nil : state.pauses > 0 ? .zero : now - state.last
        }
        guard let silence else { return }
        if silence >= limit { return onSilence() }
        schedule(after: limit - silence)
    }
}
