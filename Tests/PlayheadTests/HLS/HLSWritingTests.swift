import Testing

@testable import Playhead

/// HLS: what is written says the same as what was read.
struct HLSWritingTests {
    @Test func `a playlist of segments comes back as it was`() throws {
        let playlist = try MediaPlaylist.of(HLSSample.media)
        var references: [HLSReference] = []
        let text = playlist.rewritten {
            references.append($0)
            return $0.uri
        }
        guard case .media(var again) = try HLSPlaylist.of(text) else { throw HLSError(.empty, "") }
        // The range of a map is for whoever answers; what is not for hlsdemux2 is not written.
        for index in again.segments.indices {
            again.segments[index].map = playlist.segments[index].map
            again.segments[index].isGap = playlist.segments[index].isGap
        }
        again.serverControl = playlist.serverControl
        again.dateRanges = playlist.dateRanges
        #expect(again == playlist)
        #expect(
            !text.contains("EXT-X-GAP") && !text.contains("PART")
                && text.contains("#EXT-X-BYTERANGE:500@1000\n"))
        let parts = references.compactMap { if case .segment(let part) = $0 { part } else { nil } }
        #expect(parts.map(\.number) == [7, 8, 9, 10] && parts.map(\.isGap) == [false, false, false, true])
        #expect(parts[3].interval == .milliseconds(17_960)..<(.milliseconds(20_460)))
        #expect(
            references.contains { reference in
                guard case .map(let map) = reference else { return false }
                return map.uri == "init.mp4" && map.range == HLSByteRange(offset: 20, length: 700)
            })
        #expect(references.count == 6)
    }

    @Test func `a playlist of variants comes back as it was made safe`() throws {
        let safe = try MultivariantPlaylist.of(HLSSample.multivariant).safe()
        let again = try MultivariantPlaylist.of(String(safe.rewritten(\.uri).dropFirst("#EXTM3U\n".count)))
        #expect(again.variants.map(\.uri) == safe.variants.map(\.uri))
        #expect(again.variants.map(\.codecs) == safe.variants.map(\.codecs))
        #expect(again.variants.map(\.audio) == safe.variants.map(\.audio))
        #expect(again.variants.map(\.measure) == safe.variants.map(\.measure))
        #expect(again.variants.map(\.height) == safe.variants.map(\.height))
        #expect(again.renditions.map(\.uri) == safe.renditions.map(\.uri))
        #expect(again.renditions.map(\.name) == safe.renditions.map(\.name))
    }

    @Test func `addresses are resolved by whoever knows how`() throws {
        let playlist = try MediaPlaylist.of(HLSSample.media).resolved { "x:\($0)" }
        #expect(
            playlist.segments.last?.uri == "x:c.m4s"
                && playlist.segments[0].key?.uri == "x:https://a.example/key")
        #expect(playlist.segments[0].map?.uri == "x:init.mp4")
        #expect(throws: HLSError.self) {
            try MultivariantPlaylist.of(HLSSample.multivariant).resolved { uri throws(HLSError) in
                throw HLSError(.malformed, uri)
            }
        }
    }

    @Test func `numbers too large for an int are shifted, and keys stay what they are`() throws {
        let number = 1_700_000_000_000
        let playlist = try MediaPlaylist.of(
            "#EXT-X-MEDIA-SEQUENCE:\(number)\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\na\n#EXTINF:0,\nb"
        )
        var timeline = PlaylistTimeline()
        timeline.take(playlist)
        let text = playlist.rewritten(on: timeline, \.uri)
        guard case .media(let again) = try HLSPlaylist.of(text) else { throw HLSError(.empty, "") }
        #expect(again.sequence == 0)
        for index in 0..<2 {
            let vector = playlist.segments[index].key?.vector(of: number + index)
            #expect(again.segments[index].key?.initializationVector == vector)
        }
        #expect(again.segments[1].duration > .zero)
    }

    @Test func `parts that are kept over a restart of the server keep their vectors`() throws {
        func version(_ numbers: Range<Int>, _ prefix: String) throws -> MediaPlaylist {
            var text = "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
            for number in numbers { text += "#EXTINF:2,\n\(prefix)\(number)\n" }
            return try MediaPlaylist.of(text)
        }
        var timeline = PlaylistTimeline()
        var part = StreamPart(first: 100)
        for playlist in [try version(100..<103, "s"), try version(0..<2, "new")] {
            timeline.take(playlist)
            part.take(playlist, on: timeline, upTo: .max)
        }
        let given = try #require(part.playlist(like: try version(0..<2, "new"), on: timeline))
        guard case .media(let again) = try HLSPlaylist.of(given.rewritten(on: timeline, \.uri)) else {
            throw HLSError(.empty, "")
        }
        #expect(again.segments.map(\.uri) == ["s100", "s101", "s102", "new0", "new1"])
        #expect(
            again.segments.map { $0.key?.initializationVector?.last } == [100, 101, 102, 0, 1])
    }
}
