internal import Synchronization

/// What is noted of an exchange while one address is asked.
final class ExchangeLog: Sendable {
    private struct State {
        var tries = 0
        var bytes = 0
        var untilFirstByte: Duration?
        var isRecorded = false
    }

    let began: Duration
    /// Whether nothing was asked before.
    let isFirst: Bool

    private let state = Mutex(State())

    init(began: Duration, isFirst: Bool = false) {
        self.began = began
        self.isFirst = isFirst
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
