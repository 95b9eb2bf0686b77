extension RequestLog {
    /// What was waited for did not happen.
    public enum WaitingError: Error, Sendable, CustomStringConvertible {
        /// The limit passed; with the requests until then.
        case timedOut(waitingFor: String, limit: Duration, requests: [RequestRecord])
        /// The server was closed.
        case closed(waitingFor: String)

        /// One sentence for a person.
        public var description: String {
            switch self {
            case .timedOut(let goal, let limit, let requests):
                "Waited \(limit) for \(goal); there were "
                    + (requests.isEmpty ? "no requests" : requests.map(\.path).joined(separator: ", "))
            case .closed(let goal): "The server was closed while \(goal) was waited for"
            }
        }
    }

    /// Waits until the nth request for a path that a pattern means has arrived, and answers with it. Those that have
    /// already arrived count. The limit is one of real time.
    @discardableResult
    public func wait(
        for path: PathPattern = "**", count: Int = 1, within limit: Duration = .seconds(30)
    ) async throws(WaitingError) -> RequestRecord {
        try await find(count, of: path, in: arrivals, "request \(count) for \(path)", within: limit)
    }

    /// Waits until the answers to n requests for a path that a pattern means have ended, and answers with the last of
    /// these. Those that have already ended count. The limit is one of real time.
    @discardableResult
    public func waitsForAnswer(
        to path: PathPattern = "**", count: Int = 1, within limit: Duration = .seconds(30)
    ) async throws(WaitingError) -> RequestRecord {
        try await find(count, of: path, in: answers, "the end of answer \(count) to \(path)", within: limit)
    }

    private func find(
        _ count: Int, of path: PathPattern, in records: AsyncStream<RequestRecord>, _ goal: String,
        within limit: Duration
    ) async throws(WaitingError) -> RequestRecord {
        let found = await withTaskGroup(of: Result<RequestRecord, WaitingError>.self) { group in
            group.addTask {
                var seen = 0
                for await record in records where path.matches(record.path) {
                    seen += 1
                    if seen == count { return .success(record) }
                }
                return .failure(.closed(waitingFor: goal))
            }
            group.addTask { [self] in
                try? await Task.sleep(for: limit)
                return .failure(.timedOut(waitingFor: goal, limit: limit, requests: requests))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.closed(waitingFor: goal))
        }
        return try found.get()
    }
}
