internal import Synchronization

/// Notices that a server is silent. While a client does not take what came, the server may be.
final class SilenceWatch: Sendable {
    private struct State {
        var last: Duration
        var pauses = 0
        var timer: PlayerTimer?
        var isOver = false
        var isTold = false
    }

    private let time: any PlayerTime
    private let limit: Duration
    private let onWait: @Sendable () -> Void
    private let onSilence: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - onWait: called once when nothing has come for a while that a person notices.
    ///   - onSilence: called when the limit has passed.
    init(
        _ time: any PlayerTime, limit: Duration, onWait: @escaping @Sendable () -> Void,
        onSilence: @escaping @Sendable () -> Void
    ) {
        self.time = time
        self.limit = limit
        self.onWait = onWait
        self.onSilence = onSilence
        state = Mutex(State(last: time.now))
    }

    private static let notice: Duration = .seconds(2)

    func start() { schedule(after: min(Self.notice, limit)) }

    func touch() { state.withLock { $0.last = time.now } }

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
        let (silence, isTold) = state.withLock { state in
            let silence = state.pauses > 0 ? .zero : now - state.last
            let isNew = silence >= Self.notice && !state.isTold
            if isNew { state.isTold = true }
            return (state.isOver ? nil : silence, !isNew)
        }
        guard let silence else { return }
        if !isTold { onWait() }
        if silence >= limit { return onSilence() }
        schedule(after: silence < Self.notice ? min(Self.notice, limit) - silence : limit - silence)
    }
}
