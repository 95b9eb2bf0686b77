import Glibc
import HTTPTransport
import Synchronization

/// What came of a transfer.
struct Answer: Sendable {
    var head: HTTPResponseHead?
    var body: [UInt8] = []
    var pieces = 0
    var ends: [HTTPTransferEnd] = []
    var metrics = HTTPTransferMetrics()
    var threads: Set<pthread_t> = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var end: HTTPTransferEnd? { ends.first }
    var error: HTTPTransportError? {
        if case .failed(let error) = end { error } else { nil }
    }
}

/// Collects what a handler is given.
final class Collector: Sendable {
    private let state = Mutex((answer: Answer(), waiting: [CheckedContinuation<Void, Never>]()))

    /// A copy: not to be asked for in a loop while much comes in.
    var answer: Answer { state.withLock { $0.answer } }
    var pieces: Int { state.withLock { $0.answer.pieces } }
    var hasHead: Bool { state.withLock { $0.answer.head != nil } }
    var isOver: Bool { state.withLock { !$0.answer.ends.isEmpty } }

    func handler(
        onHead: @escaping @Sendable (HTTPResponseHead) -> HTTPDemand = { _ in .more },
        onBody: @escaping @Sendable (ArraySlice<UInt8>) -> HTTPDemand = { _ in .more }
    ) -> HTTPTransferHandler {
        HTTPTransferHandler { [self] head in
            note { $0.head = head }
            return onHead(head)
        } body: { [self] bytes in
            note {
                $0.body += bytes
                $0.pieces += 1
            }
            return onBody(bytes)
        } end: { [self] end, metrics in
            note {
                $0.ends.append(end)
                $0.metrics = metrics
            }
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private func note(_ change: (inout Answer) -> Void) {
        state.withLock { state in
            state.answer.threads.insert(pthread_self())
            change(&state.answer)
        }
    }

    func finished() async -> Answer {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.answer.ends.isEmpty { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        return answer
    }
}

extension HTTPClient {
    func fetch(_ request: HTTPRequest) async -> Answer {
        let collector = Collector()
        do { _ = try start(request, collector.handler()) } catch { return Answer(ends: [.failed(error)]) }
        return await collector.finished()
    }

    func fetch(_ url: String, _ change: (inout HTTPRequest) -> Void = { _ in }) async -> Answer {
        var request = HTTPRequest(url: url)
        change(&request)
        return await fetch(request)
    }
}

/// Runs something with a server and a client, and ends both.
func withServer(
    _ script: @escaping TestServer.Script, _ body: (TestServer, HTTPClient) async throws -> Void
) async rethrows {
    let server = TestServer(script)
    let client = HTTPClient()
    defer { server.stop() }
    try await body(server, client)
    await client.close()
}

/// Answers each request of a connection with the path's text.
let echo: TestServer.Script = { connection in
    while let request = connection.request() {
        let path = request[0].split(separator: " ")[1]
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
    }
}
