import TestBasics

@testable import AdaptiveStreaming
@testable import HTTPTransport
@testable import MediaFormats
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming
@testable import PlayheadSystem
@testable import StreamValidation

/// What servers send beside media: playlists and manifests of streams, and HTTP.
enum StreamingParsers {
    static let all: [FuzzedParser] = [
        FuzzedParser("HLS rules", isText: true, try playlists) { bytes in
            let text = PlaylistText(bytes, uri: "https://host.test/a.m3u8")
            let (media, master) = (MediaText(text), MultivariantText(text))
            _ = RuleSet(profiles: Set(ValidationProfile.allCases)).findings(about: text.uri) {
                rule, findings in
                switch rule.check {
                case .text(let check): check(text, &findings)
                case .media(let check): check(media, &findings)
                case .multivariant(let check): check(master, &findings)
                case .updates(let check):
                    let versions = [0, 5].map { PlaylistHistory.Version(time: .seconds($0), playlist: media) }
                    check(PlaylistHistory(uri: text.uri, versions: versions), &findings)
                case .delivery, .stream, .ladder, .manifest, .file: break
                }
            }
        },
        FuzzedParser("HLS", isText: true, try playlists) { bytes in
            let address = "https://host.test/a/b.m3u8?one=1&two=%32"
            switch try HLSPlaylist.parse(bytes, address: address, imported: ["c": "x"]) {
            case .media(let playlist):
                var timeline = PlaylistTimeline()
                for _ in 0..<2 {
                    timeline.take(playlist)
                    _ = timeline.liveStart()
                    for number in playlist.numbers.prefix(20) { _ = timeline.interval(of: number) }
                }
                _ = timeline.number(at: .seconds(5))
                for number in playlist.numbers.prefix(3) {
                    _ = playlist.segments.first?.key?.vector(of: number)
                }
            case .multivariant(let playlist):
                _ = playlist.withGroupsThatAreThere().playable
            }
        },
        FuzzedParser("DASH", isText: true, try manifests) { bytes in
            guard let address = HTTPURL("https://host.test/films/a.mpd?key=1") else { return }
            let manifest = try DASHReader.read(bytes, limits: HLSLimits(), at: address)
            let list = manifest.multivariant(QualityLimits())
            for uri in (list.variants.map(\.uri) + list.renditions.compactMap(\.uri)).prefix(8) {
                guard let choice = RepresentationAddress(in: uri) else { continue }
                var numbering = DASHNumbering()
                _ = manifest.files(of: choice)
                for now in [Duration.zero, .seconds(1_700_000_000), .seconds(1_700_000_060)] {
                    let playlist = manifest.media(choice, at: now, indexes: [:], limit: 200, &numbering)
                    var timeline = PlaylistTimeline()
                    timeline.take(playlist)
                    _ = timeline.liveStart()
                }
            }
        },
        FuzzedParser("segment index", try indexes) { bytes in
            _ = SegmentIndex(bytes, at: 800)
            _ = SegmentIndex(cues: bytes, at: 800, header: bytes, size: nil)
            _ = SegmentIndex(cues: bytes, at: 800, header: try header, size: 100_000)
        },
        FuzzedParser("HTTP head", isText: true, heads) { bytes in
            var reader = HeadReader()
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                guard case .head(let head) = unsafe line.withUnsafeBytes({ unsafe reader.take($0) }) else {
                    continue
                }
                _ = ContentRange(head)
                (_, _, _) = (head.contentEncoding, head.fields.map(\.name), head.values("Set-Cookie"))
                guard let address = HTTPURL("https://www.host.test/films/a.mp4") else { return }
                let jar = CookieJar([], host: address.host)
                for value in head.values("Set-Cookie") { jar.take(value, from: address) }
                _ = jar.header(for: address)
                for value in head.values("Location") {
                    guard let place = HTTPURL(value, in: address) else { continue }
                    _ = PrivateAddressRanges.contains(host: place.host)
                }
                for value in head.fields.map(\.value) {
                    (_, _) = (HLSDate.read(value), ContentRange(request: value))
                }
            }
        },
        FuzzedParser("content type", isText: true, contents) { bytes in
            for sniffer in [ContentSniffer(bytes[...]), ContentSniffer(whole: bytes)] {
                (_, _, _) = (sniffer.isStream, sniffer.isPresentation, sniffer.isPage)
                (_, _, _) = (sniffer.namesOthers, sniffer.isTelling, sniffer.faultOfPlaylist)
            }
        },
        FuzzedParser("gzip", [gzip]) { bytes in
            _ = try Inflater().take(bytes, atMost: 1 << 20)
        },
        FuzzedParser("ICY", [Array("abcdefgh".utf8) + [1] + Array("StreamTitle='a';".utf8)]) { bytes in
            var filter = ICYMetadataFilter(8)
            filter.pass(bytes[...])
            (_, _) = (filter.untilInStep, filter.restOfTitle)
        },
        FuzzedParser("addresses", isText: true, addresses) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            (_, _, _) = (DataURI.bytes(of: text), NetworkCookie(line: text), RepresentationAddress(in: text))
            guard let base = HTTPURL("https://host.test:81/a/b?c#d"), let parts = URLParts(text) else {
                return
            }
            (_, _) = (HTTPURL(text, in: base), URLParts("../x?y#z", relativeTo: parts))
            _ = PrivateAddressRanges.contains(host: parts.host)
        },
    ]

    private static var playlists: [[UInt8]] {
        get throws {
            try Seeds.media(
                "hls-kinds/encrypted.m3u8", "hls-kinds/key-frames.m3u8", "hls-kinds/ranges.m3u8",
                "hls-kinds/discontinuities.m3u8", "hls-subtitles/master.m3u8", "hls-tracks/master.m3u8",
                "hls-fmp4/main.m3u8")
                + Seeds.texts(
                    """
                    #EXTM3U
                    #EXT-X-VERSION:9
                    #EXT-X-DEFINE:NAME="a",VALUE="b"
                    #EXT-X-DEFINE:QUERYPARAM="one"
                    #EXT-X-TARGETDURATION:4
                    #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24.0,HOLD-BACK=12.0,PART-HOLD-BACK=1.5
                    #EXT-X-START:TIME-OFFSET=-8.5,PRECISE=YES
                    #EXT-X-MEDIA-SEQUENCE:266
                    #EXT-X-DISCONTINUITY-SEQUENCE:3
                    #EXT-X-PROGRAM-DATE-TIME:2026-02-28T23:59:59.987+01:30
                    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="{$a}/key",IV=0x0123456789abcdef0123456789abcdef,KEYFORMAT="identity"
                    #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@0"
                    #EXTINF:3.96,title
                    #EXT-X-BYTERANGE:1000@700
                    a.mp4
                    #EXT-X-GAP
                    #EXTINF:4,
                    #EXT-X-BYTERANGE:1000
                    a.mp4
                    #EXT-X-DISCONTINUITY
                    #EXTINF:4.1,
                    {$one}.mp4
                    #EXT-X-ENDLIST
                    """)
        }
    }

    private static var manifests: [[UInt8]] {
        get throws {
            try Seeds.media("dash/ranges.mpd", "dash/timeline.mpd")
                + Seeds.texts(
                    """
                    <?xml version="1.0"?>
                    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2023-11-14T22:13:00Z"
                      timeShiftBufferDepth="PT30S" suggestedPresentationDelay="PT6S" minimumUpdatePeriod="PT2S">
                    <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2023-11-14T22:13:20Z"/>
                    <BaseURL>../b/</BaseURL>
                    <Period id="a" start="PT0S"><AdaptationSet mimeType="video/mp4" lang="en" frameRate="30000/1001">
                    <SegmentTemplate timescale="1000" duration="2000" startNumber="7" presentationTimeOffset="10"
                      media="$RepresentationID$/$Bandwidth%08d$-$Number%05d$.m4s" initialization="$RepresentationID$.mp4"/>
                    <Representation id="v" bandwidth="500000" width="320" height="180" codecs="avc1.42c01e"/></AdaptationSet>
                    <AdaptationSet contentType="audio" mimeType="audio/mp4"><SegmentTemplate timescale="48000"
                      media="$Time$.m4s"><SegmentTimeline><S t="0" d="96000" r="-1"/></SegmentTimeline></SegmentTemplate>
                    <Representation id="s" bandwidth="64000"><AudioChannelConfiguration value="2"/></Representation></AdaptationSet>
                    </Period><Period start="PT1H2M3.5S"><AdaptationSet mimeType="video/mp4"><Representation id="w" bandwidth="1">
                    <SegmentList duration="4"><Initialization sourceURL="i" range="0-9"/><SegmentURL media="a" mediaRange="10-99"/>
                    </SegmentList></Representation></AdaptationSet></Period></MPD>
                    """)
        }
    }

    private static var indexes: [[UInt8]] {
        get throws {
            let webM = try Repository.bytes("media/av-vp9-opus.webm")
            let cues = webM.indices.last { SegmentIndex.areCues(Array(webM[$0...].prefix(4))) }
            return try [
                [0, 0, 0, 56] + Array("sidx".utf8) + [
                    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0xE8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
                ]
                    + [
                        0, 0, 0x10, 0, 0, 0, 7, 0xD0, 0x90, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 7, 0xD0, 0x90, 0, 0,
                        0,
                    ],
                Array(webM[(cues ?? 0)...].prefix(200)),
            ] + Seeds.media("dash/whole-1.mp4", upTo: 2048)
        }
    }

    private static var header: [UInt8] {
        get throws { Array(try Repository.bytes("media/av-vp9-opus.webm").prefix(2048)) }
    }

    private static let heads = Seeds.texts(
        """
        HTTP/1.1 206 Partial Content\r
        Content-Type: video/mp4\r
        Content-Range: bytes 100-199/1000\r
        Content-Length: 100\r
        Content-Encoding: gzip\r
        Set-Cookie: a=b; Max-Age=10; Path=/films; Domain=host.test; Secure; HttpOnly\r
        Set-Cookie: c="d"; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r
        Retry-After: 120\r
        Location: //[::1]:80/x?y\r
        X-Folded: a\r
         b\r
        \r

        """,
        "HTTP/2 103 Early\r\nLink: x\r\n\r\nHTTP/2 302\r\nlocation: http://127.1/\r\ncontent-range: bytes */5\r\n\r\n"
    )

    private static let contents = Seeds.texts(
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n", "<!doctype html>\n<html><head>",
        "<?xml version=\"1.0\"?><!-- a --><MPD>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><SmoothStreamingMedia>")

    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x4C, 0x4A, 0x4E, 0x49, 0x4D, 0x4B, 0xCF, 0xC8, 0xCC, 0xCA,
        0xCE,
        0xC9, 0xCD, 0xCB, 2, 0, 0x78, 0x4F, 0xD5, 0xD8, 16, 0, 0, 0,
    ]

    private static let addresses = Seeds.texts(
        "https://user:pw@host.test:8080/a/../b%20c?d=e#f", "http://[fe80::1%25eth0]/x", "http://0x7f.1/",
        "//host",
        "data:text/plain;base64,AAECAw==", "data:,a%2Cb", "https://h/m.mpd#playhead-v-0-500000-7631",
        ".host.test\tTRUE\t/\tFALSE\t1999999999\ta\tb")
}
