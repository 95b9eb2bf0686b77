import TestSupport
import Testing

@testable import PlayheadServer
@testable import TestBasics

/// What clients get from a server of live streams.
@Suite(.timeLimit(.minutes(1)))
struct LiveStreamTests {
    let clock = HastyClock()

    private func server(_ stream: LiveStream, rules: [FaultRule] = []) async throws -> MediaServer {
        let plan = FaultPlan(rules: rules, streams: ["tv/live.m3u8": stream])
        return try await MediaServer(folder: Repository.media, plan: plan, clock: clock)
    }

    private func listed(_ server: MediaServer) async throws -> [String] {
        try await RawClient.get("/tv/live.m3u8", at: server.port).text.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    @Test func `a live stream begins with the first request for its playlist`() async throws {
        let server = try await server(
            LiveStream(from: "hls-ts/low.m3u8", window: .segments(2), startsWith: 2))
        clock.advance(by: .seconds(100))
        #expect(try await listed(server) == ["live-0.ts", "live-1.ts"])
        clock.advance(by: .seconds(4))
        #expect(try await listed(server) == ["live-2.ts", "live-3.ts"])
    }

    @Test func `a live stream serves the segments of its window`() async throws {
        let server = try await server(
            LiveStream(from: "hls-ts/low.m3u8", window: .segments(2), startsWith: 2))
        _ = try await listed(server)
        clock.advance(by: .seconds(10))
        #expect(try await listed(server) == ["live-5.ts", "live-6.ts"])
        let reply = try await RawClient.get("/tv/live-6.ts", at: server.port)
        #expect(reply.body == (try Repository.bytes("media/hls-ts/low-2.ts")))
        #expect(reply.headers["content-type"] == "video/mp2t")
        let statuses = try await RawClient.exchange(
            [2, 3, 5, 7].map { Request("/tv/live-\($0).ts") } + [Request("/tv/live-6.mp4")], at: server.port)
        #expect(statuses.map(\.status) == [404, 200, 200, 404, 404])
    }

    @Test func `a live stream serves an initialization section`() async throws {
        let server = try await server(LiveStream(from: "hls-fmp4/main.m3u8"))
        let reply = try await RawClient.get("/tv/live.m3u8", at: server.port)
        #expect(reply.text.contains("#EXT-X-MAP:URI=\"live-init.mp4\"") && reply.text.contains("live-0.m4s"))
        let section = try await RawClient.get("/tv/live-init.mp4", at: server.port)
        #expect(section.body == (try Repository.bytes("media/hls-fmp4/main-init.mp4")))
    }

    @Test func `a live stream is stale for the requests of a rule`() async throws {
        let server = try await server(
            LiveStream(from: "hls-ts/low.m3u8", window: .segments(1), startsWith: 1),
            rules: [FaultRule("live.m3u8", requests: .requests(2...3), .stale)])
        var lists: [[String]] = []
        for _ in 0..<4 {
            lists.append(try await listed(server))
            clock.advance(by: .seconds(2))
        }
        #expect(lists == [["live-0.ts"], ["live-0.ts"], ["live-0.ts"], ["live-3.ts"]])
    }

    @Test func `a live stream moves its window once, and removes earlier segments`() async throws {
        let server = try await server(
            LiveStream(from: "hls-ts/low.m3u8"),
            rules: [FaultRule("live.m3u8", requests: .requests(from: 2), .windowMoves(by: 10))])
        #expect(try await listed(server) == ["live-0.ts", "live-1.ts", "live-2.ts"])
        #expect(try await listed(server) == ["live-10.ts", "live-11.ts", "live-12.ts"])
        #expect(try await RawClient.get("/tv/live-9.ts", at: server.port).status == 404)
        clock.advance(by: .seconds(2))
        #expect(try await listed(server) == ["live-11.ts", "live-12.ts", "live-13.ts"])
        #expect(try await RawClient.get("/tv/live-10.ts", at: server.port).status == 200)
    }

    @Test(arguments: [
        ("none.m3u8", "it is not there"),
        ("hls-ts/master.m3u8", "it is a multivariant playlist: name one of its media playlists"),
        ("../secret.m3u8", "it is not there"),
    ])
    func `a live stream needs a media playlist as its source`(source: String, reason: String) async throws {
        await #expect(throws: MediaServerError.badStream(path: source, reason: reason)) {
            try await server(LiveStream(from: source))
        }
    }
}
