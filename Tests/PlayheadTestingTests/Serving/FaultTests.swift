import PlayheadServer
import TestSupport
import Testing

@testable import TestBasics

/// What a client sees of each fault, and what the log says of it.
@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
    static let text = String(repeating: "0123456789", count: 1000)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.text, to: "film.mp4")
        try folder.write("other", to: "other.mp4")
    }

    private func server(
        _ faults: Fault..., path: PathPattern = "film.mp4", requests: RequestNumbers = .all,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> MediaServer {
        var rule = FaultRule(path, requests: requests)
        rule.faults = faults
        return try await MediaServer(folder: folder.path, plan: FaultPlan(rules: [rule]), clock: clock)
    }

    @Test func `latency delays the head of the response`() async throws {
        let clock = StandingClock()
        let server = try await server(.latency(.seconds(3600)), clock: clock)
        async let reply = RawClient.get("/film.mp4", at: server.port)
        await clock.waitsForSleeper()
        #expect(server.log.requests.first?.status == nil && server.log.requests.first?.end == nil)
        clock.advance(by: .seconds(3600))
        #expect(try await reply.text == Self.text)
        let record = try await server.log.waitsForAnswer()
        #expect(record.arrived == .zero && record.ended == .seconds(3600) && record.end == .complete)
        #expect(record.faults == [.latency(.seconds(3600))])
    }

    @Test func `a rate slows the body`() async throws {
        let server = try await server(.rate(.bytesPerSecond(1000)), clock: HastyClock())
        #expect(try await RawClient.get("/film.mp4", at: server.port).text == Self.text)
        #expect(try await server.log.waitsForAnswer().ended == .seconds(10))
        // A part takes its own time.
        let part = try await RawClient.get("/film.mp4", at: server.port, headers: ["Range": "bytes=0-499"])
        #expect(part.body.count == 500)
        #expect(try await server.log.waitsForAnswer(count: 2).ended == .milliseconds(10_500))
    }

    @Test func `a rate over time counts from the first request`() async throws {
        let rate = ByteRate([
            .init(bytesPerSecond: 2000, for: .seconds(3)), .init(bytesPerSecond: 0, for: .seconds(60)),
            .init(bytesPerSecond: 500),
        ])
        let clock = HastyClock()
        let server = try await server(.rate(rate), path: "*.mp4", clock: clock)
        clock.advance(by: .seconds(100))
        #expect(try await RawClient.get("/film.mp4", at: server.port).text == Self.text)
        #expect(try await server.log.waitsForAnswer().ended == .seconds(100 + 3 + 60 + 8))
        #expect(try await RawClient.get("/other.mp4", at: server.port).text == "other")
        #expect(try await server.log.waitsForAnswer(count: 2).ended == .milliseconds(171_010))
    }

    @Test func `a status applies to the chosen requests`() async throws {
        let server = try await server(
            .status(503), .headers(["Retry-After": "2"]), requests: [.request(2), .requests(from: 4)])
        let requests = Array(repeating: Request("/film.mp4"), count: 5)
        let replies = try await RawClient.exchange(requests, at: server.port)
        #expect(replies.map(\.status) == [200, 503, 200, 503, 503])
        #expect(replies[1].text == "503 Service Unavailable\n" && replies[1].headers["retry-after"] == "2")
        #expect(server.log.requests.map(\.faults.count) == [0, 2, 0, 2, 2])
    }

    @Test(arguments: [1, 4096, 9999, 10000])
    func `a reset sends the bytes before it, then RST`(place: Int) async throws {
        let server = try await server(.reset(at: .bytes(place)))
        let reply = try await RawClient.get("/film.mp4", at: server.port)
        #expect(reply.status == 200 && reply.body == Array(Self.text.utf8.prefix(place)))
        #expect(reply.end == (place == 10000 ? .complete : .reset))
        let record = try await server.log.waitsForAnswer()
        #expect(record.bytesSent == place)
        // A client that has everything may go before it is sent away.
        #expect(record.end == .reset || place == 10000 && record.end == .clientLeft)
    }

    @Test func `a reset before the head sends RST alone`() async throws {
        let server = try await server(.reset(at: 0))
        let reply = try await RawClient.get("/film.mp4", at: server.port)
        #expect(reply.status == nil && reply.end == .reset)
        #expect(try await server.log.waitsForAnswer().status == nil)
    }

    @Test(arguments: [
        (ByteAmount.share(0.25), 2500), (.bytes(9999), 9999), (.bytes(10001), 10000), (.share(1), 10000),
    ])
    func `a cut sends the bytes before it, then closes the connection`(place: ByteAmount, count: Int)
        async throws
    {
        let server = try await server(.cut(at: place))
        let reply = try await RawClient.get("/film.mp4", at: server.port)
        #expect(reply.status == 200 && reply.headers["content-length"] == "10000")
        #expect(reply.body == Array(Self.text.utf8.prefix(count)))
        #expect(reply.end == (count == 10000 ? .complete : .closed))
        let record = try await server.log.waitsForAnswer()
        #expect(record.bytesSent == count && record.end == (place == .bytes(10001) ? .complete : .cut))
    }

    @Test func `a cut before the head closes the connection`() async throws {
        let server = try await server(.cut(at: 0))
        let reply = try await RawClient.get("/film.mp4", at: server.port)
        #expect(reply.status == nil && reply.end == .closed)
    }

    @Test(arguments: [0, 4096]) func `a stall sends the bytes before it, and waits until the client closes`(
        place: Int
    )
        async throws
    {
        let server = try await server(
            .stall(at: .bytes(place)), .rate(.bytesPerSecond(1_000_000)), clock: HastyClock())
        if place > 0 {
            let reply = try await RawClient.get("/film.mp4", at: server.port, readingAtMost: place)
            #expect(reply.body == Array(Self.text.utf8.prefix(place)))
        } else {
            let client = Task { try await RawClient.get("/film.mp4", at: server.port) }
            try await server.log.wait()
            client.cancel()
            _ = await client.result
        }
        let record = try await server.log.waitsForAnswer()
        #expect(record.end == .clientLeft && record.bytesSent == place)
        #expect(record.status == (place == 0 ? nil : 200))
    }

    @Test func `a stall with a duration sends the whole body in the end`() async throws {
        let server = try await server(.stall(at: .share(0.5), for: .seconds(30)), clock: HastyClock())
        #expect(try await RawClient.get("/film.mp4", at: server.port).text == Self.text)
        #expect(try await server.log.waitsForAnswer().ended == .seconds(30))
    }

    @Test(arguments: [(ByteAmount.bytes(4000), 4000), (.bytes(12000), 12000), (.share(2), 20000)])
    func `a wrong length is declared before the true body, and the connection is closed`(
        length: ByteAmount, told: Int
    )
        async throws
    {
        let server = try await server(.length(length))
        let reply = try await RawClient.get("/film.mp4", at: server.port)
        #expect(reply.headers["content-length"] == "\(told)" && reply.headers["connection"] == "close")
        #expect(reply.body == Array(Self.text.utf8.prefix(told)))
        #expect(reply.end == (told > 10000 ? .closed : .complete))
        #expect(try await server.log.waitsForAnswer().bytesSent == 10000)
    }

    @Test func `a response without length is chunked`() async throws {
        let server = try await server(.withoutLength)
        let replies = try await RawClient.exchange(
            [Request("/film.mp4"), Request("/film.mp4")], at: server.port)
        for reply in replies {
            #expect(reply.headers["content-length"] == nil && reply.headers["transfer-encoding"] == "chunked")
            #expect(reply.text == Self.text && reply.end == .complete)
        }
    }

    @Test func `a wrong type is sent as content type`() async throws {
        let server = try await server(.type("text/html"))
        let reply = try await RawClient.get("/film.mp4", at: server.port)
        #expect(reply.headers["content-type"] == "text/html" && reply.text == Self.text)
    }

    @Test func `a redirect names the other address`() async throws {
        let server = try await server(.redirect(to: "/other.mp4", status: 307))
        let reply = try await RawClient.get("/film.mp4?token=1", at: server.port)
        #expect(reply.status == 307 && reply.headers["location"] == "/other.mp4")
        #expect(try await RawClient.get("/other.mp4", at: server.port).text == "other")
    }

    @Test func `a redirect loop names its own address`() async throws {
        let server = try await server(.redirect(to: nil))
        let reply = try await RawClient.get("/film.mp4?token=1", at: server.port)
        #expect(reply.status == 302 && reply.headers["location"] == "/film.mp4?token=1")
    }

    @Test(arguments: [401, 403]) func `a request without required headers gets the configured status`(
        status: Int
    ) async throws {
        let required = ["Authorization": "Bearer *", "User-Agent": "playhead"]
        let server = try await server(.requires(required, status: status))
        let without = try await RawClient.get(
            "/film.mp4", at: server.port, headers: ["User-Agent": "playhead"])
        let wrong = try await RawClient.get(
            "/film.mp4", at: server.port, headers: ["User-Agent": "playhead/2", "Authorization": "Bearer 1"])
        let right = try await RawClient.get(
            "/film.mp4", at: server.port, headers: ["user-agent": "playhead", "authorization": "Bearer 1"])
        #expect([without, wrong, right].map(\.status) == [status, status, 200])
        #expect(without.headers["www-authenticate"] == (status == 401 ? "Bearer" : nil))
        #expect(server.log.requests.map(\.faults.count) == [1, 1, 0])
    }

    @Test func `a server that ignores ranges sends the whole file`() async throws {
        let server = try await server(.ignoresRanges)
        let reply = try await RawClient.get("/film.mp4", at: server.port, headers: ["Range": "bytes=5-9"])
        #expect(reply.status == 200 && reply.text == Self.text)
        #expect(reply.headers["accept-ranges"] == "none" && reply.headers["content-range"] == nil)
    }

    @Test func `the faults of all matching rules apply, and the later one of a kind wins`() async throws {
        let plan = FaultPlan(rules: [
            FaultRule("*.mp4", .latency(.seconds(1)), .type("text/html")),
            FaultRule("film.*", method: "GET", requests: 1, .latency(.seconds(5)), .status(404)),
        ])
        let server = try await MediaServer(folder: folder.path, plan: plan, clock: HastyClock())
        let requests = [Request("/film.mp4", "HEAD"), Request("/film.mp4"), Request("/film.mp4")]
        let replies = try await RawClient.exchange(requests, at: server.port)
        #expect(replies.map(\.status) == [200, 404, 200])
        #expect(replies.map { $0.headers["content-type"] } == ["text/html", "text/html", "text/html"])
        try await server.log.waitsForAnswer(count: 3)
        let records = server.log.requests
        #expect(records.map { ($0.ended ?? .zero) - $0.arrived } == [.seconds(1), .seconds(5), .seconds(1)])
    }

    @Test func `a fault applies within the requested range`() async throws {
        let server = try await server(.cut(at: .share(0.5)))
        let reply = try await RawClient.get("/film.mp4", at: server.port, headers: ["Range": "bytes=100-199"])
        #expect(reply.status == 206 && reply.body == Array(Self.text.utf8)[100..<150].map(\.self))
    }

    @Test func `closing the server ends a response in progress`() async throws {
        let server = try await server(.stall(at: 100))
        async let reply = RawClient.get("/film.mp4", at: server.port)
        try await server.log.wait()
        await server.close()
        #expect(try await reply.end != .complete)
        #expect(server.log.requests.first?.end == .serverClosed)
    }

    @Test func `a document of the plan is served without a folder`() async throws {
        let server = try await MediaServer(plan: FaultPlan(documents: ["a/none.m3u8": "#EXTM3U\n"]))
        let reply = try await RawClient.get("/a/none.m3u8", at: server.port)
        #expect(reply.text == "#EXTM3U\n" && reply.headers["content-type"] == "application/vnd.apple.mpegurl")
        #expect(try await RawClient.get("/film.mp4", at: server.port).status == 404)
    }
}
