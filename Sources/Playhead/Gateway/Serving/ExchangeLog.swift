internal import Synchronization

/// What is noted of an exchange while it goes on.
final class ExchangeLog: Sendable {
    private struct State {
        var tries = 0
        var bytes = 0
        var untilFirstByte: Duration?
    }

    private let state = Mutex(State())

    var tries: Int {
        get { state.withLock(\.tries) }
        set { state.withLock { $0.tries = newValue } }
    }
    var bytes: Int {
        get { state.withLock(\.bytes) }
        set { state.withLock { $0.bytes = newValue } }
    }
    var untilFirstByte: Duration? {
        get { state.withLock(\.untilFirstByte) }
        set { state.withLock { $0.untilFirstByte = newValue } }
    }
}
