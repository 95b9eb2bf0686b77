import Testing

@testable import PlayheadServer

/// What the playlists of a live stream say as time goes by.
@Suite struct LivePlaylistTests {
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

    @Test func `a live playlist takes its segments from a recording`() throws {
        let source = try source("#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"init.mp4\"")
        #expect(source.segments.map(\.path) == ["vod/a-0.ts", "vod/a-1.ts", "vod/sub/a 2.ts"])
        #expect(source.map == "vod/init.mp4" && source.isIndependent && source.version == 7)
    }

    @Test func `a live playlist moves by one segment after its duration`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", window: .segments(2), startsWith: 2)
        let times = [0, 1.9, 2, 3.9, 4, 5.4, 5.5]
        #expect(
            try times.map { try window(stream, at: $0).listed } == [
                0..<2, 0..<2, 1..<3, 1..<3, 2..<4, 2..<4, 3..<5,
            ])
        #expect(try window(stream, at: 1.5).change == .seconds(0.5))
        #expect(try window(stream, at: 5.5).firstAvailable == 1)
    }

    @Test func `a live playlist repeats its recording after a discontinuity`() throws {
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

    @Test func `a live playlist counts the discontinuities before its window`() throws {
        for extra in ["", "#EXT-X-DISCONTINUITY"] {
            var source = try source(extra)
            source.segments[2].isDiscontinuous = true
            for number in 0..<20 {
                let count = (0..<number).count { source.segment($0).isDiscontinuous }
                #expect(source.discontinuities(before: number) == count)
            }
        }
    }

    @Test func `an event playlist keeps all segments, and ends`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", window: .all, startsWith: 1, segmentCount: 4)
        let text = try window(stream, at: 0).playlist(of: stream, from: source(), named: "tv.m3u8")
        #expect(text.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n") && !text.contains("ENDLIST"))
        let end = try window(stream, at: 1000)
        #expect(end.listed == 0..<4 && end.isComplete && end.change == nil)
        #expect(end.playlist(of: stream, from: try source(), named: "tv.m3u8").hasSuffix("#EXT-X-ENDLIST\n"))
    }

    @Test func `a live playlist without an end tag stops changing`() throws {
        let stream = LiveStream(from: "vod/a.m3u8", segmentCount: 5, end: .stale)
        let end = try window(stream, at: 1000)
        #expect(end.listed == 2..<5 && !end.isComplete)
    }

    @Test func `a live playlist is moved by any number of segments`() throws {
        let stream = LiveStream(from: "vod/a.m3u8")
        #expect(try window(stream, at: 0, movedBy: 7).listed == 7..<10)
        #expect(try window(stream, at: 0, movedBy: -9).listed == 0..<0)
        #expect(try window(stream, at: 0, movedBy: .max).listed.count <= 3)
    }

    @Test func `the greatest numbers of a plan give a live playlist that can be written`() throws {
        let later = LiveStream(from: "vod/a.m3u8", firstSequence: 1 << 53)
        let end = try window(later, at: 0, movedBy: .max)
        #expect(end.listed == (1 << 53) - 3..<1 << 53)
        #expect(try end.playlist(of: later, from: source(), named: "a.m3u8").contains("\(1 << 54 - 1).ts"))
        let all = LiveStream(from: "vod/a.m3u8", window: .all, startsWith: .max)
        #expect(try window(all, at: 0, movedBy: .max).listed.count == 1 << 20)
        #expect(throws: DocumentError.self) {
            try FaultPlan(text: "streams: {a.m3u8: {source: b, firstSequence: 9223372036854775807}}")
        }
    }

    @Test(arguments: [
        ("text", "it is no playlist"), ("#EXTM3U\n#EXT-X-TARGETDURATION:2", "it has no segments"),
        ("#EXTM3U\n#EXTINF:2,\na.ts", "it has no target duration"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8", "it is a multivariant playlist"),
        ("#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10@0\na.ts", "it has parts of files"),
        ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:2,\na.ts", "it is encrypted"),
        ("#EXTM3U\n#EXT-X-MAP:URI=\"a\",BYTERANGE=\"1@0\"", "its initialisation section"),
        ("#EXTM3U\na.ts", "the segment a.ts has no duration"),
        ("#EXTM3U\n#EXTINF:1e20,\na.ts", "the segment a.ts has no duration"),
        ("#EXTM3U\n#EXTINF:1e-320,\na.ts", "the segment a.ts has no duration"),
    ])
    func `a recording that is unsuitable for a live playlist is refused with the reason`(
        text: String, reason: String
    ) throws {
        let refusal = try #require(throws: StreamSource.Refusal.self) { try StreamSource(text, at: "a.m3u8") }
        #expect(refusal.reason.hasPrefix(reason))
    }
}
