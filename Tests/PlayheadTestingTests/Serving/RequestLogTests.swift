import PlayheadServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestLogTests {
    let server: MediaServer

    init() async throws {
        server = try await MediaServer(plan: FaultPlan(documents: ["a.ts": "12345", "b/c.ts": "123"]))
    }

    @Test func `the request log has each request and its response`() async throws {
        let headers = ["Range": "bytes=1-3", "User-Agent": "test"]
        _ = try await RawClient.get("/a.ts?x=1", at: server.port, headers: headers)
        let record = try await server.log.waitsForAnswer()
        #expect(record.id == 1 && record.connection == 1 && record.method == "GET" && record.path == "a.ts")
        #expect(record.query == "x=1" && record.range == "bytes=1-3" && record.header("user-agent") == "test")
        #expect(
            record.status == 206 && record.bytesSent == 3 && record.end == .complete && record.faults == [])
        #expect((record.ended ?? .zero) >= record.arrived)
    }

    @Test func `the request log gives arrivals and answers as sequences from the beginning`() async throws {
        for target in ["/a.ts", "/b/c.ts", "/missing"] {
            _ = try await RawClient.get(target, at: server.port)
        }
        try await server.log.waitsForAnswer(count: 3)
        await server.close()
        var paths: [String] = []
        for await record in server.log.arrivals { paths.append(record.path) }
        #expect(paths == ["a.ts", "b/c.ts", "missing"])
        var statuses: [Int?] = []
        for await record in server.log.answers { statuses.append(record.status) }
        #expect(statuses == [200, 200, 404])
        #expect(server.log.requests(for: "*.ts").map(\.path) == ["a.ts", "b/c.ts"])
    }

    @Test func `a wait for the nth request of a pattern ends with that request`() async throws {
        async let third = server.log.wait(for: "*.ts", count: 3, within: .seconds(50))
        for target in ["/a.ts", "/missing", "/b/c.ts", "/a.ts"] {
            _ = try await RawClient.get(target, at: server.port)
        }
        #expect(try await third.id == 4)
        // What has been counts too.
        #expect(try await server.log.wait(for: "*.ts", count: 2).id == 3)
    }

    @Test func `a wait for a request ends at its limit and at the close of the server`() async throws {
        let error = await #expect(throws: RequestLog.WaitingError.self) {
            try await server.log.wait(for: "*.ts", within: .milliseconds(1))
        }
        #expect(error?.description == "Waited 0.001 seconds for request 1 for *.ts; there were no requests")
        let waiting = Task { [server] in try await server.log.wait(for: "*.ts") }
        await server.close()
        await #expect(throws: RequestLog.WaitingError.self) { _ = try await waiting.value }
    }
}
