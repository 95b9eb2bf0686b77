private import Synchronization

/// The log of all requests to a server, in the order of arrival.
public final class RequestLog: Sendable {
    private typealias Subscriber = AsyncStream<RequestRecord>.Continuation

    private struct State {
        var records: [RequestRecord] = []
        /// The numbers of the ended requests, in the order of their ends.
        var ended: [Int] = []
        var arrivals: [Int: Subscriber] = [:]
        var ends: [Int: Subscriber] = [:]
        var lastSubscriber = 0
        var isClosed = false

        /// Sends a record to all subscribers, and removes the cancelled ones. A termination handler of the
        /// stream cannot remove them: it runs under a lock of the cancelled task, and `yield` needs that lock
        /// too.
        mutating func tell(_ record: RequestRecord, to subscribers: WritableKeyPath<State, [Int: Subscriber]>)
        {
            for (number, subscriber) in self[keyPath: subscribers] {
                if case .terminated = subscriber.yield(record) { self[keyPath: subscribers][number] = nil }
            }
        }
    }

    private let state = Mutex(State())

    init() {}

    /// All requests so far.
    public var requests: [RequestRecord] { state.withLock(\.records) }

    /// The requests so far whose path matches a pattern.
    public func requests(for path: PathPattern) -> [RequestRecord] {
        requests.filter { path.matches($0.path) }
    }

    /// Every request at its arrival, beginning with the earlier ones. No request is dropped. The stream ends
    /// when the server is closed.
    public var arrivals: AsyncStream<RequestRecord> {
        subscribe(\.arrivals) { $0.records }
    }

    /// Every request at the end of its response, beginning with the earlier ones. No request is dropped. The
    /// stream ends when the server is closed.
    public var answers: AsyncStream<RequestRecord> {
        subscribe(\.ends) { state in state.ended.map { state.records[$0 - 1] } }
    }

    private func subscribe(
        _ subscribers: any WritableKeyPath<State, [Int: Subscriber]> & Sendable,
        past: @Sendable (State) -> [RequestRecord]
    ) -> AsyncStream<RequestRecord> {
        let (stream, subscriber) = AsyncStream<RequestRecord>.makeStream()
        state.withLock { state in
            for record in past(state) { subscriber.yield(record) }
            if state.isClosed { return subscriber.finish() }
            state.lastSubscriber += 1
            state[keyPath: subscribers][state.lastSubscriber] = subscriber
        }
        return stream
    }

    /// Adds a request to the log and returns its number.
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

    /// Records the end of a response.
    func end(_ number: Int, _ end: RequestRecord.End, at time: Duration) {
        state.withLock { state in
            state.records[number - 1].end = end
            state.records[number - 1].ended = time
            state.ended.append(number)
            state.tell(state.records[number - 1], to: \.ends)
        }
    }

    /// Ends all streams of requests.
    func close() {
        let subscribers = state.withLock { state in
            state.isClosed = true
            return Array(state.arrivals.values) + Array(state.ends.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}
