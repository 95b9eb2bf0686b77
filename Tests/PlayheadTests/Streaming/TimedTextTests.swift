import Foundation
import MediaFormats
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// Subtitles of TTML and IMSC in streams.
@Suite struct TimedTextTests {
    private static func document(_ paragraphs: String) -> [UInt8] {
        Array(
            "<?xml version=\"1.0\"?>\n<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div>\(paragraphs)</div></body></tt>"
                .utf8)
    }

    private func manifest(_ texts: String, period: String = "") -> [UInt8] {
        let video = """
            <AdaptationSet mimeType="video/mp4"><SegmentTemplate duration="2" media="v$Number$" initialization="init"/>
            <Representation id="v" bandwidth="9"/></AdaptationSet>
            """
        return Array(
            "<MPD type=\"static\"><Period duration=\"PT4S\">\(video)\(texts)</Period>\(period)</MPD>".utf8)
    }

    private func resources() throws -> [String: [UInt8]] {
        [
            "init": try Repository.bytes("media/dash/init-0.m4s"),
            "v1": try Repository.bytes("media/dash/0-1.m4s"),
            "v2": try Repository.bytes("media/dash/0-2.m4s"),
        ]
    }

    private func played(_ resources: [String: [UInt8]], _ item: String = "m") throws -> EngineDriver {
        var driver = try EngineDriver(resources, item: item)
        driver.play()
        #expect(driver.error == nil && driver.ended == [.video], "\(String(describing: driver.error))")
        return driver
    }

    private func times(_ driver: EngineDriver) -> [String] {
        driver.cues.map { "\($0.text) \(Int($0.start / .milliseconds(1)))-\(Int($0.end / .milliseconds(1)))" }
    }

    @Test func `a TTML document beside the segments is read`() throws {
        var resources = try resources()
        resources["m"] = manifest(
            "<AdaptationSet mimeType=\"application/ttml+xml\" lang=\"de\"><Representation id=\"t\"><BaseURL>t.xml</BaseURL></Representation></AdaptationSet>"
        )
        resources["t.xml"] = Self.document(
            "<p begin=\"0.5s\" end=\"1s\">1 &lt; 2<br/>&amp;</p><p begin=\"3s\">End</p>")
        let driver = try played(resources)
        #expect(times(driver) == ["1 < 2\n& 500-1000", "End 3000-7000"])
        #expect(driver.cues.first?.markup == "1 &lt; 2\n&amp;" && driver.warnings.isEmpty)
    }

    @Test func `TTML documents in segments are placed by the manifest`() throws {
        var resources = try resources()
        resources["m"] = manifest(
            """
            <AdaptationSet mimeType="application/ttml+xml" lang="de">
            <SegmentTemplate duration="2" presentationTimeOffset="100" media="t$Number$"/><Representation id="t"/></AdaptationSet>
            """)
        resources["t1"] = Self.document("<p begin=\"00:01:40.500\" end=\"00:01:41\">One</p>")
        resources["t2"] = Self.document("<p begin=\"102.5s\" dur=\"1s\">Two</p>")
        #expect(times(try played(resources)) == ["One 500-1000", "Two 2500-3500"])
    }

    @Test func `TTML samples show their cues for their own duration`() throws {
        var resources = try resources()
        resources["m"] = manifest(
            """
            <AdaptationSet mimeType="application/mp4" codecs="stpp.ttml.im1t" lang="de"><SegmentTemplate duration="2"
            presentationTimeOffset="10" media="t$Number$" initialization="ti"/><Representation id="t"/></AdaptationSet>
            """)
        resources["ti"] = TextFragments.initialization
        resources["t1"] = TextFragments.segment(
            Self.document("<p begin=\"10.5s\" end=\"11s\">One</p><p begin=\"11.5s\">Both</p>"), at: 10_000,
            lasting: 2000)
        resources["t2"] = TextFragments.segment(
            Self.document("<p begin=\"11.5s\" end=\"12.5s\">Both</p>"), at: 12_000, lasting: 2000)
        let driver = try played(resources)
        #expect(times(driver) == ["One 500-1000", "Both 1500-2000", "Both 2000-2500"])
        #expect(driver.engine.tracks.contains { $0.id.kind == .subtitles && $0.language == "de" })
    }

    @Test func `HLS playlists list TTML documents and fragments`() throws {
        var resources = try resources()
        resources["m"] = Array(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="t"
            #EXT-X-STREAM-INF:BANDWIDTH=9,SUBTITLES="t"
            l
            """.utf8)
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
        resources["l"] = Array(
            "\(head)#EXT-X-MAP:URI=\"init\"\n#EXTINF:2,\nv1\n#EXTINF:2,\nv2\n#EXT-X-ENDLIST".utf8)
        resources["t"] = Array("\(head)#EXTINF:4,\nt.ttml\n#EXT-X-ENDLIST".utf8)
        resources["t.ttml"] = [0xEF, 0xBB, 0xBF] + Self.document("<p begin=\"1s\" end=\"2s\">One</p>")
        #expect(times(try played(resources)) == ["One 1000-2000"])
        resources["t"] = Array("\(head)#EXT-X-MAP:URI=\"ti\"\n#EXTINF:4,\nt1\n#EXT-X-ENDLIST".utf8)
        resources["ti"] = TextFragments.initialization
        resources["t1"] = TextFragments.segment(
            Self.document("<p begin=\"1s\" end=\"2s\">Two</p>"), at: 0, lasting: 4000)
        #expect(times(try played(resources)) == ["Two 1000-2000"])
    }

    @Test func `malformed TTML segments and image subtitles are left out with a warning`() throws {
        var resources = try resources()
        let set =
            "<AdaptationSet mimeType=\"application/ttml+xml\"><SegmentTemplate duration=\"2\" media=\"t$Number$\"/><Representation id=\"t\"/></AdaptationSet>"
        resources["m"] = manifest(set)
        resources["t1"] = Array("<html><body>no</body></html>".utf8)
        resources["t2"] = Array(
            "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div begin=\"2s\" end=\"3s\" smpte:backgroundImage=\"1.png\"/></body></tt>"
                .utf8)
        let driver = try played(resources)
        #expect(driver.cues.isEmpty && driver.warnings.contains { $0.message.contains("image profile") })
        let images = set.replacing(
            "application/ttml+xml\"", with: "application/mp4\" codecs=\"stpp.ttml.im1i\"")
        resources["m"] = manifest(images)
        #expect(try played(resources).warnings.contains { $0.message.contains("left out") })
    }

    @Test(.timeLimit(.minutes(1))) func `the subtitles of a DASH stream are read from its TTML document`()
        async throws
    {
        let folder = try TemporaryFolder()
        for (name, bytes) in try resources() { try folder.write(Data(bytes), to: name) }
        let texts =
            "<AdaptationSet mimeType=\"application/ttml+xml\" lang=\"de\"><Representation id=\"t\"><BaseURL>t.xml</BaseURL></Representation></AdaptationSet>"
        try folder.write(Data(manifest(texts)), to: "m.mpd")
        try folder.write(Data(Self.document("<p begin=\"1s\" end=\"2s\">Hello</p>")), to: "t.xml")
        let transcripts = try await MediaItem(path: folder.path + "/m.mpd").subtitles()
        #expect(transcripts.first?.cues.map(\.text) == ["Hello"] && transcripts.first?.track.language == "de")
    }
}

/// Fragments of MP4 that hold one text each.
enum TextFragments {
    private static func number(_ value: Int, _ width: Int = 4) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }

    static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = Array(parts.joined())
        return number(body.count + 8) + Array(name.utf8) + body
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// With milliseconds as units.
    static var initialization: [UInt8] {
        let names = Array("http://www.w3.org/ns/ttml\0\0\0".utf8)
        let stsd = box("stsd", zeros(4), number(1), box("stpp", zeros(6), number(1, 2), names))
        let tables = ["stts", "stsc", "stco"].flatMap { box($0, zeros(8)) } + box("stsz", zeros(12))
        let minf = box("minf", box("sthd", zeros(4)), box("stbl", stsd, tables))
        let mdhd = box("mdhd", zeros(12), number(1000), zeros(4), number(0x55C4, 2), zeros(2))
        let hdlr = box("hdlr", zeros(8), Array("subt".utf8), zeros(13))
        let tkhd = box("tkhd", zeros(12), number(1), zeros(68))
        let mvhd = box("mvhd", zeros(12), number(1000), zeros(84))
        let mvex = box("mvex", box("trex", zeros(4), number(1), number(1), zeros(12)))
        return box("ftyp", Array("iso6".utf8), zeros(4))
            + box("moov", mvhd, box("trak", tkhd, box("mdia", mdhd, hdlr, minf)), mvex)
    }

    static func segment(_ text: [UInt8], at time: Int, lasting duration: Int, before: [UInt8] = []) -> [UInt8]
    {
        func moof(_ offset: Int) -> [UInt8] {
            let tfhd = box("tfhd", number(0x020000), number(1))
            let tfdt = box("tfdt", number(1 << 24), number(time, 8))
            let trun = box(
                "trun", number(0x0301), number(1), number(offset), number(duration), number(text.count))
            return box("moof", box("mfhd", zeros(4), number(1)), box("traf", tfhd, tfdt, trun))
        }
        return before + moof(moof(0).count + 8) + box("mdat", text)
    }
}
