private import Synchronization

/// Every request that a server got, in the order of arrival.
public final class RequestLog: Sendable {
    private typealias Listener = AsyncStream<RequestRecord>.Continuation

    private struct State {
        var records: [RequestRecord] = []
        /// The numbers of those that have ended, in that order.
        var ended: [Int] = []
        var arrivals: [Int: Listener] = [:]
        var ends: [Int: Listener] = [:]
        var lastListener = 0
        var isClosed = false

        /// Whoever does not listen any more is forgotten here. A handler of that end would run under a lock of the task that is
        /// cancelled, which telling it needs too.
        mutating func tell(_ record: RequestRecord, to listeners: WritableKeyPath<State, [Int: Listener]>) {
            for (number, listener) in self[keyPath: listeners] {
                if case .terminated = listener.yield(record) { self[keyPath: listeners][number] = nil }
            }
        }
    }

    private let state = Mutex(State())

    init() {}

    /// All requests so far.
    public var requests: [RequestRecord] { state.withLock(\.records) }

    /// The requests so far for the paths that a pattern means.
    public func requests(for path: PathPattern) -> [RequestRecord] {
        requests.filter { path.matches($0.path) }
    }

    /// Each request when it arrives, those that have already arrived first. Nothing is dropped. It ends when the
    /// server is closed.
    public var arrivals: AsyncStream<RequestRecord> {
        listen(\.arrivals) { $0.records }
    }

    /// Each request when its answer has ended, those that already have first. Nothing is dropped. It ends when the
    /// server is closed.
    public var answers: AsyncStream<RequestRecord> {
        listen(\.ends) { state in state.ended.map { state.records[$0 - 1] } }
    }

    private func listen(
        _ listeners: any WritableKeyPath<State, [Int: Listener]> & Sendable,
        past: @Sendable (State) -> [RequestRecord]
    ) -> AsyncStream<RequestRecord> {
        let (stream, listener) = AsyncStream<RequestRecord>.makeStream()
        state.withLock { state in
            for record in past(state) { listener.yield(record) }
            if state.isClosed { return listener.finish() }
            state.lastListener += 1
            state[keyPath: listeners][state.lastListener] = listener
        }
        return stream
    }

    /// Writes a request down and gives it its number.
    func begin(_ make: (_ number: Int) -> RequestRecord) -> Int {
        state.withLock { state in
            let record = make(state.records.count + 1)
            state.records.append(record)
            state.tell(record, to: \.arrivals)
            return record.id
        }
    }

    func update(_ number: Int, _ change: (inout RequestRecord) -> Void) {
        state.withLock { change(&$0.records[number - 1]) }
    }

    /// An answer has ended.
    func end(_ number: Int, _ end: RequestRecord.End, at time: Duration) {
        state.withLock { state in
            state.records[number - 1].end = end
            state.records[number - 1].ended = time
            state.ended.append(number)
            state.tell(state.records[number - 1], to: \.ends)
        }
    }

    /// Nothing more will come.
    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            return Array(state.arrivals.values) + Array(state.ends.values)
        }
        for listener in listeners { listener.finish() }
    }
}
