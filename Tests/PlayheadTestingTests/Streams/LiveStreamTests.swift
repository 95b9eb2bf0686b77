import TestSupport
import Testing

@testable import PlayheadServer

/// What the playlists of a live stream say as time goes by.
@Suite struct `A live playlist` {
    private func source(_ extra: String = "") throws -> StreamSource {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:2
            #EXT-X-PLAYLIST-TYPE:VOD
            \(extra)
            #EXTINF:2.000000,
            a-0.ts
            #EXTINF:1.5,title
            a-1.ts
            #EXTINF:2,
            sub/a%202.ts
            #EXT-X-ENDLIST
            """
        return try StreamSource(text, at: "vod/a.m3u8")
    }

    private func window(_ stream: LiveStream, at seconds: Double, movedBy shift: Int = 0) throws -> LiveWindow
    {
        LiveWindow(of: stream, from: try source(), at: .seconds(seconds), movedBy: shift)
    }

    @Test func `is cut from the segments of another`() throws {
        let source = try source("#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"init.mp4\"")
        #expect(source.segments.map(\.path) == ["vod/a-0.ts", "vod/a-1.ts", "vod/sub/a 2.ts"])
        #expect(source.map == "vod/init.mp4" && source.isIndependent && source.version == 7)
    }

    @Test func `moves by a segment when its time is over`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", window: .segments(2), startsWith: 2)
        let times = [0, 1.9, 2, 3.9, 4, 5.4, 5.5]
        #expect(
            try times.map { try window(stream, at: $0).listed } == [
                0..<2, 0..<2, 1..<3, 1..<3, 2..<4, 2..<4, 3..<5,
            ])
        #expect(try window(stream, at: 1.5).change == .seconds(0.5))
        #expect(try window(stream, at: 5.5).firstAvailable == 1)
    }

    @Test func `begins again after a discontinuity`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", window: .segments(3), firstSequence: 100)
        let text = try window(stream, at: 4).playlist(of: stream, from: source(), named: "tv.m3u8")
        #expect(
            text
                == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:2
                #EXT-X-MEDIA-SEQUENCE:102
                #EXTINF:2,
                tv-102.ts
                #EXT-X-DISCONTINUITY
                #EXTINF:2.000000,
                tv-103.ts
                #EXTINF:1.5,
                tv-104.ts

                """.replacing("tv-104.ts\n\n", with: "tv-104.ts\n"))
        let later = try window(stream, at: 8).playlist(of: stream, from: source(), named: "tv.m3u8")
        #expect(later.contains("#EXT-X-DISCONTINUITY-SEQUENCE:1\n"))
    }

    @Test func `counts the discontinuities that are gone, whatever the recording has`() throws {
        for extra in ["", "#EXT-X-DISCONTINUITY"] {
            var source = try source(extra)
            source.segments[2].isDiscontinuous = true
            for number in 0..<20 {
                let count = (0..<number).count { source.segment($0).isDiscontinuous }
                #expect(source.discontinuities(before: number) == count)
            }
        }
    }

    @Test func `of an event keeps everything, and may end`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", window: .all, startsWith: 1, segmentCount: 4)
        let text = try window(stream, at: 0).playlist(of: stream, from: source(), named: "tv.m3u8")
        #expect(text.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n") && !text.contains("ENDLIST"))
        let end = try window(stream, at: 1000)
        #expect(end.listed == 0..<4 && end.isComplete && end.change == nil)
        #expect(end.playlist(of: stream, from: try source(), named: "tv.m3u8").hasSuffix("#EXT-X-ENDLIST\n"))
    }

    @Test func `may cease to change`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", segmentCount: 5, end: .stale)
        let end = try window(stream, at: 1000)
        #expect(end.listed == 2..<5 && !end.isComplete)
    }

    @Test func `may be moved`() throws {
        let stream = LiveStream(from: "vod/a.m3u8")
        #expect(try window(stream, at: 0, movedBy: 7).listed == 7..<10)
        #expect(try window(stream, at: 0, movedBy: -9).listed == 0..<0)
        #expect(try window(stream, at: 0, movedBy: .max).listed.count <= 3)
    }

    @Test(arguments: [
        ("text", "it is no playlist"), ("#EXTM3U\n#EXT-X-TARGETDURATION:2", "it has no segments"),
        ("#EXTM3U\n#EXTINF:2,\na.ts", "it has no target duration"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8", "it is a multivariant playlist"),
        ("#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10@0\na.ts", "it has parts of files"),
        ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:2,\na.ts", "it is encrypted"),
        ("#EXTM3U\n#EXT-X-MAP:URI=\"a\",BYTERANGE=\"1@0\"", "its initialisation section"),
        ("#EXTM3U\na.ts", "the segment a.ts has no duration"),
    ])
    func `is not cut from what it cannot be cut from`(text: String, reason: String) throws {
        let refusal = try #require(throws: StreamSource.Refusal.self) { try StreamSource(text, at: "a.m3u8") }
        #expect(refusal.reason.hasPrefix(reason))
    }
}

/// What clients get from a server of live streams.
@Suite(.timeLimit(.minutes(1)))
struct `A live stream` {
    let clock = HastyClock()

    private func server(_ stream: LiveStream, rules: [FaultRule] = []) async throws -> MediaServer {
        let plan = FaultPlan(rules: rules, streams: ["tv/live.m3u8": stream])
        return try await MediaServer(folder: Repository.media, plan: plan, clock: clock)
    }

    private func listed(_ server: MediaServer) async throws -> [String] {
        try await RawClient.get("/tv/live.m3u8", at: server.port).text.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    @Test func `begins with the first request for its playlist`() async throws {
        let server = try await server(
            LiveStream(from: "hls-ts/low.m3u8", window: .segments(2), startsWith: 2))
        clock.advance(by: .seconds(100))
        #expect(try await listed(server) == ["live-0.ts", "live-1.ts"])
        clock.advance(by: .seconds(4))
        #expect(try await listed(server) == ["live-2.ts", "live-3.ts"])
    }

    @Test func `has the segments of its source, for their time`() async throws {
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

    @Test func `has an initialisation section`() async throws {
        let server = try await server(LiveStream(from: "hls-fmp4/main.m3u8"))
        let reply = try await RawClient.get("/tv/live.m3u8", at: server.port)
        #expect(reply.text.contains("#EXT-X-MAP:URI=\"live-init.mp4\"") && reply.text.contains("live-0.m4s"))
        let section = try await RawClient.get("/tv/live-init.mp4", at: server.port)
        #expect(section.body == (try Repository.bytes("media/hls-fmp4/main-init.mp4")))
    }

    @Test func `may be stale for some requests`() async throws {
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

    @Test func `may move its window, once, and what is before it is gone`() async throws {
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
    func `needs a source`(source: String, reason: String) async throws {
        await #expect(throws: MediaServerError.badStream(path: source, reason: reason)) {
            try await server(LiveStream(from: source))
        }
    }
}
