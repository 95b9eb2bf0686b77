internal import Synchronization

/// What is noted of an exchange while one address is asked.
final class ExchangeLog: Sendable {
    private struct State {
        var tries = 0
        var bytes = 0
        var untilFirstByte: Duration?
        var isRecorded = false
        var began: Duration
        var ended: Duration?
    }

    /// Whether nothing was asked before.
    let isFirst: Bool

    private let state: Mutex<State>

    init(began: Duration, isFirst: Bool = false) {
        state = Mutex(State(began: began))
        self.isFirst = isFirst
    }

    /// When it was asked.
    var began: Duration {
        get { state.withLock(\.began) }
        set { state.withLock { $0.began = newValue } }
    }
    /// When all had come, if that was before it was asked for.
    var ended: Duration? {
        get { state.withLock(\.ended) }
        set { state.withLock { $0.ended = newValue } }
    }

    var tries: Int {
        get { state.withLock(\.tries) }
        set { state.withLock { $0.tries = newValue } }
    }
    var bytes: Int {
        get { state.withLock(\.bytes) }
        set { state.withLock { $0.bytes = newValue } }
    }
    var isRecorded: Bool {
        get { state.withLock(\.isRecorded) }
        set { state.withLock { $0.isRecorded = newValue } }
    }
    var untilFirstByte: Duration? {
        get { state.withLock(\.untilFirstByte) }
        set { state.withLock { $0.untilFirstByte = newValue } }
    }
}
