internal import NIOCore
internal import NIOHTTP1

/// A request and its response.
struct Exchange {
    let request: HTTPRequestHead
    let connection: Connection
    private let record: Int
    private let faults: ActiveFaults
    private let target: RequestTarget?
    /// The response of an archive.
    private let recorded: RecordedResponse?

    private var state: ServerState { connection.state }

    /// Records the arrival of a request.
    init(_ request: HTTPRequestHead, on connection: Connection, as number: Int) {
        self.request = request
        self.connection = connection
        target = RequestTarget(request.uri)
        let path = target?.path ?? request.uri
        let query = target?.query
        var faults = connection.state.faults(for: request, at: path)
        if case .requires(let headers, _)? = faults[.requires], request.headers.meet(headers) {
            faults.remove(.requires)
        }
        let now = connection.state.time.now
        let ofRules = faults.all
        recorded = target.flatMap { connection.state.recorded(for: request, at: $0) }
        faults.addRecorded(recorded?.faults ?? [], since: now)
        self.faults = faults
        record = connection.state.log.begin { id in
            var record = RequestRecord(
                id: id, connection: number, method: request.method.rawValue, path: path,
                query: query,
                headers: request.headers.map { RequestRecord.Header(name: $0.name, value: $0.value) },
                arrived: now)
            record.faults = ofRules
            return record
        }
    }

    /// Sends the response, and returns whether the connection can be used again.
    func run() async -> Bool {
        state.time.beginWork()
        if let port = connection.channel.remoteAddress?.port { state.time.take(requestFrom: port) }
        defer { state.time.endWork() }
        let end: RequestRecord.End
        do {
            end = try await respond()
        } catch {
            end = state.isClosing ? .serverClosed : .clientLeft
        }
        state.log.end(record, end, at: state.time.now)
        return end == .complete && request.isKeepAlive
    }

    private func respond() async throws -> RequestRecord.End {
        if case .latency(let duration)? = faults[.latency] { try await state.time.sleep(for: duration) }
        guard let target else { return try await send(Response(status: 400)) }
        if let recorded { return try await send(Response(to: request, with: recorded, faults)) }
        let resource = try await state.resource(at: target.path, with: faults)
        return try await send(Response(to: request, with: resource, faults))
    }

    private func send(_ response: Response) async throws -> RequestRecord.End {
        var writer = ResponseWriter(
            response: response, request: request, connection: connection, record: record, faults: faults)
        return try await writer.write()
    }
}
