internal import Synchronization

/// What is noted of an exchange while one address is asked.
@dynamicMemberLookup
final class ExchangeLog: Sendable {
    struct Notes: Sendable {
        var tries = 0
        var bytes = 0
        var untilFirstByte: Duration?
        var isRecorded = false
        /// When it was asked.
        var began: Duration
        /// When all had come, if that was before it was asked for.
        var ended: Duration?
    }

    /// Whether nothing was asked before.
    let isFirst: Bool

    private let notes: Mutex<Notes>

    init(began: Duration, isFirst: Bool = false) {
        notes = Mutex(Notes(began: began))
        self.isFirst = isFirst
    }

    subscript<Value: Sendable>(dynamicMember path: any WritableKeyPath<Notes, Value> & Sendable) -> Value {
        get { notes.withLock { $0[keyPath: path] } }
        set { notes.withLock { $0[keyPath: path] = newValue } }
    }
}
