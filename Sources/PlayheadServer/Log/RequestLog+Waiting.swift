extension RequestLog {
    /// An error of the functions that wait for requests.
    public enum WaitingError: Error, Sendable, CustomStringConvertible {
        /// The timeout passed; `requests` has the requests until then.
        case timedOut(waitingFor: String, limit: Duration, requests: [RequestRecord])
        /// The server was closed.
        case closed(waitingFor: String)

        /// One sentence for the user.
        public var description: String {
            switch self {
            case .timedOut(let goal, let limit, let requests):
                "Waited \(limit) for \(goal); there were "
                    + (requests.isEmpty ? "no requests" : requests.map(\.path).joined(separator: ", "))
            case .closed(let goal): "The server was closed while \(goal) was waited for"
            }
        }
    }

    /// Waits until request number `count` for a matching path has arrived, and returns it. Requests that
    /// arrived before the call count too. The timeout is in real time.
    @discardableResult
    public func wait(
        for path: PathPattern = "**", count: Int = 1, within limit: Duration = .seconds(30)
    ) async throws(WaitingError) -> RequestRecord {
        try await find(count, of: path, in: arrivals, "request \(count) for \(path)", within: limit)
    }

    /// Waits until the responses to `count` requests for a matching path have ended, and returns the last of
    /// these requests. Responses that ended before the call count too. The timeout is in real time.
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
