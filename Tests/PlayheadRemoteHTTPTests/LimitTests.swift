import PlayheadRemote
import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `Limits of HTTP` {
    @Test func `hold for bodies`() async throws {
        let stage = try await WebStage { $0.limits.body = 1000 }
        let declared = try await stage.request(
            "POST", "/api/commands/pause", ["Content-Length": "1001"], body: "{")
        #expect(declared.status == 413 && declared.code == "tooLarge")
        let connection = try await WebConnection(at: stage.server.port)
        let part = String(repeating: "x", count: 600)
        try await connection.send(
            "POST /api/commands/pause HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n258\r\n\(part)\r\n258\r\n\(part)\r\n")
        #expect(try await connection.reply().status == 413)
        #expect(await connection.isClosed())
    }

    @Test func `hold for bodies that nobody reads`() async throws {
        let stage = try await WebStage()
        let fields = ["Content-Length": "1000000000"]
        let heads = [
            ("GET", "/", 400), ("GET", "/api/events", 400), ("DELETE", "/api/state", 405),
            ("POST", "/nothing", 404),
        ]
        for (method, path, status) in heads {
            let connection = try await WebConnection(at: stage.server.port)
            let head = fields.map { "\($0): \($1)\r\n" }.joined()
            try await connection.send("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(head)\r\nxxx")
            #expect(try await connection.reply().status == status, "\(method) \(path)")
            #expect(await connection.isClosed())
        }
    }

    @Test func `hold for heads`() async throws {
        let stage = try await WebStage()
        let long = String(repeating: "x", count: 20_000)
        let target = try await WebConnection(at: stage.server.port)
        try await target.send("GET /\(long) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        // The target alone is not limited by the parser; it is no route.
        #expect([400, 404].contains(try await target.reply().status))
        let field = try await WebConnection(at: stage.server.port)
        try await field.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \(long)\r\n\r\n")
        #expect(try await field.reply().status == 400)
        #expect(await field.isClosed())
        let many = try await WebConnection(at: stage.server.port)
        let fields = (0..<200).map { "X-\($0): y\r\n" }.joined()
        try await many.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n")
        #expect(try await many.reply().status == 400)
    }

    @Test func `hold for slow clients`() async throws {
        let stage = try await WebStage {
            $0.limits.idle = .milliseconds(100)
            $0.limits.transfer = .milliseconds(100)
        }
        let head = try await WebConnection(at: stage.server.port)
        try await head.send("GET / HTTP/1.1\r\nHost: 127")
        #expect(await head.isClosed())
        let body = try await WebConnection(at: stage.server.port)
        try await body.send(
            "POST /api/commands/pause HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n{")
        #expect(await body.isClosed())
        let idle = try await WebConnection(at: stage.server.port)
        #expect(await idle.isClosed())
    }

    @Test func `disconnect a client that reads no events`() async throws {
        let stage = try await WebStage {
            $0.limits.transfer = .milliseconds(100)
            $0.limits.heartbeat = .milliseconds(10)
        }
        // More than the buffers of a socket take.
        try await stage.play(["/m/" + String(repeating: "x", count: 1 << 20)])
        let client = try await stage.follow(reads: false)
        try await waitUntil { stage.server.hub.clientCount == 1 }
        try await waitUntil { stage.server.hub.clientCount == 0 }
        _ = client
    }

    @Test func `hold for the number of clients`() async throws {
        let stage = try await WebStage {
            $0.limits.connections = 4
            $0.limits.eventClients = 1
        }
        let first = try await stage.follow()
        _ = try await first.event()
        let second = try await stage.follow()
        let refused = try await second.reply()
        #expect(refused.status == 503 && refused.code == "tooManyClients")
        // Commands still get through.
        #expect(try await stage.request("GET", "/api/state").status == 200)
        let idle = [
            try await WebConnection(at: stage.server.port), try await WebConnection(at: stage.server.port),
            try await WebConnection(at: stage.server.port), try await WebConnection(at: stage.server.port),
        ]
        let waiting = try await WebConnection(at: stage.server.port)
        try await waiting.send("GET /api/queue HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for connection in idle { try await connection.close() }
        // It is answered when others have gone.
        #expect(try await waiting.reply().status == 200)
    }
}
