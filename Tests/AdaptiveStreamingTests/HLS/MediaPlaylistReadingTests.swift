import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore

/// HLS: playlists of segments are read as RFC 8216 and its successor have them.
struct MediaPlaylistReadingTests {
    @Test func `every tag of a media playlist is read`() throws {
        let playlist = try MediaPlaylist.of(HLSSample.media)
        #expect(playlist.version == 9)
        #expect(playlist.targetDuration == .seconds(6))
        #expect(playlist.numbers == 7..<11)
        #expect(playlist.discontinuitySequence == 2)
        #expect(
            playlist.kind == .event && playlist.isAppendOnly && !playlist.isComplete && playlist.isIndependent
        )
        #expect(playlist.start == HLSStart(offset: .milliseconds(-12_500), isPrecise: true))
        #expect(playlist.serverControl.holdBack == .seconds(18))
        #expect(playlist.dateRanges.map(\.duration) == [.seconds(15)])
        let segments = playlist.segments
        #expect(segments.map(\.uri) == ["https://a.example/a.m4s?x={y}", "b.m4s", "b.m4s", "c.m4s"])
        #expect(
            segments.map(\.duration) == [.milliseconds(5960), .seconds(6), .seconds(6), .milliseconds(2500)])
        #expect(segments[0].title == "a title, with a comma")
        #expect(segments[0].date == .milliseconds(1_709_247_598_250))
        #expect(segments.map(\.range?.range) == [nil, 0..<1000, 1000..<1500, nil])
        #expect(segments[0].bitrate == 1_200_000 && segments[1].bitrate == nil)
        #expect(segments.map { $0.key?.uri } == Array(repeating: "https://a.example/key", count: 3) + [nil])
        #expect(segments[0].key?.vector(of: 7) == Array(repeating: 0, count: 14) + [1, 2])
        // The key stands before it.
        #expect(
            segments[0].map
                == MediaPlaylist.Map(
                    uri: "init.mp4", range: HLSByteRange(offset: 20, length: 700), key: segments[0].key))
        #expect(segments.map(\.isGap) == [false, false, false, true])
        #expect(segments.map(\.isDiscontinuity) == [false, false, false, true])
    }

    @Test func `media playlists are read as other players read them`() throws {
        let bytes =
            [0xEF, 0xBB, 0xBF]
            + Array("#EXTM3U x=y\r\n\r\n  #EXTINF: 4.2 ,\r\n a b.ts \r\nstray.ts\r\n#EXTINF:.5\r\nc.ts".utf8)
        guard case .media(let playlist) = try HLSPlaylist.parse(bytes) else { throw HLSError(.empty, "") }
        #expect(playlist.segments.map(\.uri) == ["a b.ts", "c.ts"])
        #expect(playlist.segments.map(\.duration) == [.milliseconds(4200), .milliseconds(500)])
        #expect(playlist.targetDuration == .seconds(5))
        #expect(try MediaPlaylist.of("#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:1,\na").isComplete)
        let vector = try MediaPlaylist.of(
            "#EXT-X-MEDIA-SEQUENCE:258\n#EXT-X-KEY:METHOD=\"AES-128\", URI=k\n#EXTINF:1,\na")
        #expect(vector.segments[0].key?.vector(of: 258) == Array(repeating: 0, count: 14) + [1, 2])
    }

    @Test func `variables come from the playlist, its address and the multivariant playlist`() throws {
        let text = """
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXT-X-DEFINE:IMPORT="cdn"
            #EXT-X-DEFINE:NAME="both",VALUE="{$cdn}-{$token}"
            #EXTINF:1,
            {$both}/{$a b}/{$}{
            """
        let playlist = try MediaPlaylist.of(
            text, address: "http://h/l?x=1&token=a%20b#f", imported: ["cdn": "c"])
        #expect(playlist.segments[0].uri == "c-a b/{$a b}/{$}{")
    }

    static let bad: [(String, HLSError.Kind, Int?)] = [
        ("", .empty, nil), ("#EXT-X-TARGETDURATION:4\n", .empty, nil), ("a.ts\nb.ts\n", .empty, nil),
        ("#EXTINF:-1,\na", .malformed, 2), ("#EXTINF:nan,\na", .malformed, 2),
        ("#EXTINF:inf,\na", .malformed, 2),
        ("#EXTINF:1e3,\na", .malformed, 2), ("#EXTINF:99999999999,\na", .malformed, 2),
        ("#EXTINF:\na", .malformed, 2), ("#EXT-X-TARGETDURATION:-4\n#EXTINF:1,\na", .malformed, 2),
        ("#EXT-X-MEDIA-SEQUENCE:99999999999999999999\n#EXTINF:1,\na", .malformed, 2),
        ("#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:1,\na", .malformed, nil),
        ("#EXT-X-MEDIA-SEQUENCE:-1\n#EXTINF:1,\na", .malformed, 2),
        ("#EXTINF:1,\n#EXT-X-BYTERANGE:0\na", .malformed, 3),
        ("#EXTINF:1,\n#EXT-X-BYTERANGE:1@x\na", .malformed, 3),
        ("#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@1\na", .malformed, 4),
        ("#EXTINF:1,\n#EXT-X-BYTERANGE:10@9223372036854775797\na", .malformed, 4),
        ("#EXT-X-MAP:BYTERANGE=\"1@2\"\n#EXTINF:1,\na", .malformed, 2),
        ("#EXT-X-MAP:URI=\"a\n#EXTINF:1,\na", .malformed, 2),
        ("#EXT-X-KEY:METHOD=SAMPLE-AES\n#EXTINF:1,\na", .encrypted, 2),
        ("#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"x\"\n#EXTINF:1,\na", .encrypted, 4),
        ("#EXT-X-KEY:METHOD=AES-256,URI=\"k\"\n#EXTINF:1,\na", .encrypted, 4),
        ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"x\"\n#EXTINF:1,\na", .encrypted, 4),
        ("#EXT-X-KEY:METHOD=AES-128\n#EXTINF:1,\na", .encrypted, 2),
        ("#EXT-X-KEY:URI=\"k\"\n#EXTINF:1,\na", .encrypted, 2),
        ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12\n#EXTINF:1,\na", .malformed, 2),
        ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:1,\na", .partial, 2),
        ("#EXTINF:1,\n{$x}", .undefinedVariable, 3),
        ("#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXTINF:1,\na", .undefinedVariable, 2),
        ("#EXT-X-DEFINE:IMPORT=\"t\"\n#EXTINF:1,\na", .undefinedVariable, 2),
        (
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"\n#EXTINF:1,\na",
            .malformed, 3
        ),
        ("#EXTINF:1,\na\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb", .malformed, 4),
    ]

    @Test(arguments: bad) func `an unusable tag is an error with its line`(
        _ text: String, _ kind: HLSError.Kind, _ line: Int?
    ) throws {
        let error = try #require(throws: HLSError.self) { _ = try HLSPlaylist.of("#EXTM3U\n\(text)") }
        #expect(error.kind == kind && error.line == line, "\(error)")
        let told = error.playerError(about: "http://h/l")
        #expect(told.code == (kind == .encrypted ? .unsupportedEncryption : .invalidPlaylist))
        #expect(told.uri == "http://h/l" && !told.message.contains("\n"))
    }

    @Test(arguments: ["", "<html>", "\n\n", "#EXTINF:1,\na\n#EXTM3U", "\0\0\0"])
    func `a text that is no playlist is refused`(_ text: String) {
        #expect(throws: HLSError.self) { _ = try HLSPlaylist.of(text) }
    }

    @Test func `METHOD=NONE ends encryption`() throws {
        let text = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:1,\na"
        #expect(try MediaPlaylist.of(text).segments.map(\.key) == [nil])
    }

    @Test func `sample keys and segment keys are distinguished`() throws {
        let lines = """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="a",IV=0x0a
            #EXT-X-MAP:URI="init"
            #EXTINF:1,
            1
            #EXT-X-KEY:METHOD=AES-128,URI="b"
            #EXTINF:1,
            2
            """
        let segments = try MediaPlaylist.of(lines).resolved { "http://h/" + $0 }.segments
        #expect(segments[0].key == nil && segments[0].sampleKey?.key?.uri == "http://h/a")
        #expect(segments[0].sampleKey?.key?.vector(of: 3).last == 0x0a)
        #expect(segments[0].map?.key == nil && segments[1].map == segments[0].map)
        #expect(segments[1].key?.uri == "http://h/b" && segments[1].sampleKey == nil)
    }

    @Test(arguments: [
        ("com.apple.streamingkeydelivery", "FairPlay"), ("com.microsoft.playready", "PlayReady"),
        ("urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED", "Widevine"),
    ])
    func `samples for a DRM system need the keys of the item, and are refused by system name without them`(
        _ format: String, _ name: String
    ) throws {
        let id = String(repeating: "0a", count: 16)
        let keys = try DecryptionKeys([id: id])
        for (written, isKnown) in [("", true), (",KEYID=0x\(id)", true), (",KEYID=0x0b", false)] {
            let text =
                "#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"x:k\",KEYFORMAT=\"\(format)\"\(written)\n#EXTINF:1,\na"
            let error = try #require(throws: HLSError.self) { _ = try HLSPlaylist.of(text) }
            #expect(error.message == "It is encrypted by SAMPLE-AES-CTR for \(name)")
            guard isKnown else {
                #expect(throws: error) { try HLSPlaylist.parse(Array(text.utf8), itemKeys: keys) }
                continue
            }
            guard case .media(let playlist) = try HLSPlaylist.parse(Array(text.utf8), itemKeys: keys) else {
                throw error
            }
            let key = try #require(playlist.segments.first?.sampleKey)
            #expect(key.key == nil && key.scheme == "SAMPLE-AES-CTR for \(name)")
        }
    }

    @Test func `the limits of a media playlist apply`() throws {
        var limits = HLSLimits()
        limits.entries = 2
        let text = "#EXTM3U\n" + String(repeating: "#EXTINF:1,\na\n", count: 3)
        #expect(
            try #require(throws: HLSError.self) { _ = try HLSPlaylist.of(text, limits: limits) }.kind
                == .tooLong)
        limits = HLSLimits()
        limits.bytes = 30
        #expect(
            try #require(throws: HLSError.self) { _ = try HLSPlaylist.of(text, limits: limits) }.kind
                == .tooLong)
        // Each one is twice as long as the one before.
        var doubling = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a0\",VALUE=\"xxxxxxxx\"\n"
        for index in 1...60 {
            doubling += "#EXT-X-DEFINE:NAME=\"a\(index)\",VALUE=\"{$a\(index - 1)}{$a\(index - 1)}\"\n"
        }
        limits.bytes = 100_000
        doubling += "#EXTINF:1,\n{$a60}\n"
        #expect(
            try #require(throws: HLSError.self) { _ = try HLSPlaylist.of(doubling, limits: limits) }.kind
                == .tooLong)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-03-01T00:00:00Z", 951_868_800),
        ("2024-12-31T23:59:59Z", 1_735_689_599),
        ("2024-02-29T12:00:00+0130", 1_709_202_600), ("2024-02-29 12:00:00", 1_709_208_000),
        ("2024-02-29T12:00:00-08", 1_709_236_800),
    ]) func `dates are counted`(_ text: String, _ seconds: Int) {
        let date = HLSDate.read(text)
        #expect(date == .seconds(seconds))
        #expect(date.map(HLSDate.text).flatMap(HLSDate.read) == date)
    }

    @Test(arguments: [
        "", "2024", "2024-13-01T00:00:00Z", "2024-01-01T00:00:00Zz", "2024-01-01T1:00:00Z",
        "1969-01-01T00:00:00Z",
    ])
    func `a malformed date is refused`(_ text: String) { #expect(HLSDate.read(text) == nil) }
}
