import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import TestBasics

/// What is read from manifests of DASH, and what becomes of it.
struct DASHReaderTests {
    private func manifest(
        _ periods: String, _ attributes: String = "type=\"static\"", keys: DecryptionKeys = DecryptionKeys()
    ) throws -> DASHManifest {
        let text =
            "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" \(attributes)>\(periods)</MPD>"
        return try DASHReader.read(
            Array(text.utf8), limits: HLSLimits(),
            at: try #require(HTTPURL("https://host.test/films/one/a.mpd?key=1")), keys: keys)
    }

    private func pictures(_ inside: String, _ attributes: String = "") -> String {
        "<AdaptationSet mimeType=\"video/mp4\" \(attributes)>\(inside)</AdaptationSet>"
    }

    private func media(
        _ manifest: DASHManifest, _ place: Int = 0, now: Duration = .zero, limit: Int = 1000
    ) throws -> MediaPlaylist {
        let variant = manifest.multivariant(QualityLimits()).variants[place]
        var numbering = DASHNumbering()
        return manifest.media(
            try #require(RepresentationAddress(in: variant.uri)), at: now, indexes: [:], limit: limit,
            &numbering)
    }

    @Test func `number templates list segments to the end of the period`() throws {
        let playlist = try media(
            manifest(
                "<BaseURL>../two/</BaseURL><Period><BaseURL>p%20q/</BaseURL>"
                    + pictures(
                        "<SegmentTemplate timescale=\"1000\" duration=\"2000\" startNumber=\"7\" media=\"$RepresentationID$/$Bandwidth%08d$-$Number%05d$-a$$b.m4s?x=1&amp;y=$Number$\" initialization=\"$RepresentationID$/init.mp4\"/>"
                            + "<Representation id=\"v 1\" bandwidth=\"500\"/>") + "</Period>",
                "type=\"static\" mediaPresentationDuration=\"PT5S\""))
        #expect(
            playlist.segments.map(\.uri)
                == [7, 8, 9].map {
                    "https://host.test/films/two/p%20q/v%201/00000500-0000\($0)-a$b.m4s?x=1&y=\($0)"
                })
        #expect(playlist.segments.map(\.duration) == [.seconds(2), .seconds(2), .seconds(1)])
        #expect(
            playlist.segments.allSatisfy {
                $0.map?.uri == "https://host.test/films/two/p%20q/v%201/init.mp4"
            })
        #expect(playlist.isComplete && playlist.kind == .onDemand && playlist.targetDuration == .seconds(2))
    }

    @Test func `time templates list the segments of the timeline, and skipped times are gaps`() throws {
        let playlist = try media(
            manifest(
                "<Period duration=\"PT20S\">"
                    + pictures(
                        "<SegmentTemplate timescale=\"10\" presentationTimeOffset=\"100\" media=\"$Time$.m4s\"><SegmentTimeline>"
                            + "<S t=\"100\" d=\"20\" r=\"1\"/><S d=\"30\"/><S t=\"200\" d=\"40\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>"
                            + "<Representation id=\"v\" bandwidth=\"500\"/>") + "</Period>"))
        let names = playlist.segments.map {
            $0.isGap ? "gap" : String($0.uri.split(separator: "/").last ?? "")
        }
        #expect(names == ["100.m4s", "120.m4s", "140.m4s", "gap", "200.m4s", "240.m4s", "280.m4s"])
        #expect(playlist.segments.map(\.duration) == [2, 2, 3, 3, 4, 4, 4].map(Duration.seconds))
    }

    @Test func `an endless segment timeline is cut at the segment limit`() throws {
        let endless = try media(
            manifest(
                "<Period>"
                    + pictures(
                        "<SegmentTemplate media=\"$Number$.m4s\"><SegmentTimeline><S t=\"0\" d=\"1\" r=\"9000000000\"/></SegmentTimeline></SegmentTemplate><Representation id=\"v\"/>"
                    ) + "</Period>"), limit: 50)
        #expect(endless.segments.count == 50)
        let even = try media(
            manifest(
                "<Period>"
                    + pictures(
                        "<SegmentTemplate media=\"$Number$.m4s\" duration=\"1\"/><Representation id=\"v\"/>")
                    + "</Period>", "type=\"static\" mediaPresentationDuration=\"P100D\""), limit: 50)
        #expect(even.segments.count == 50)
    }

    @Test func `periods follow each other, and a track that one period lacks is a gap`() throws {
        let template = "<SegmentTemplate duration=\"2\" media=\"$RepresentationID$-$Number$.m4s\"/>"
        let sound =
            "<AdaptationSet mimeType=\"audio/mp4\" lang=\"de\">\(template)<Representation id=\"a\" bandwidth=\"5\"/></AdaptationSet>"
        let manifest = try manifest(
            "<Period duration=\"PT4S\">" + pictures(template + "<Representation id=\"v\" bandwidth=\"50\"/>")
                + sound
                + "</Period><Period duration=\"PT2S\"><BaseURL>more/</BaseURL>"
                + pictures(template + "<Representation id=\"w\" bandwidth=\"60\"/>") + "</Period>")
        let playlist = try media(manifest)
        #expect(
            playlist.segments.map { String($0.uri.suffix(7)) } == ["v-1.m4s", "v-2.m4s", "w-1.m4s"])
        #expect(playlist.segments.map(\.isDiscontinuity) == [false, false, true])
        let multivariant = manifest.multivariant(QualityLimits())
        let rendition = try #require(multivariant.renditions.first)
        #expect(
            rendition.language == "de" && rendition.isDefault
                && multivariant.variants[0].audio == rendition.group)
        #expect(multivariant.variants[0].bandwidth == 55)
        var numbering = DASHNumbering()
        let voice = manifest.media(
            try #require(RepresentationAddress(in: rendition.uri ?? "")), at: .zero, indexes: [:], limit: 100,
            &numbering
        )
        #expect(voice.segments.map(\.isGap) == [false, false, true] && voice.duration == .seconds(6))
    }

    @Test func `a live manifest lists the segments that have ended, within the time shift buffer`() throws {
        let live = try manifest(
            "<Period start=\"PT10S\">"
                + pictures(
                    "<SegmentTemplate duration=\"2\" media=\"$Number$.m4s\"/><Representation id=\"v\" bandwidth=\"5\"/>"
                )
                + "</Period>",
            "type=\"dynamic\" availabilityStartTime=\"1970-01-01T01:00:00Z\" timeShiftBufferDepth=\"PT6S\" suggestedPresentationDelay=\"PT5S\""
        )
        // 11 s of it.
        let playlist = try media(live, now: .seconds(3600 + 21))
        #expect(playlist.segments.map { String($0.uri.suffix(5)) } == ["4.m4s", "5.m4s"])
        #expect(playlist.segments.first?.date == .seconds(3600 + 16))
        #expect(!playlist.isComplete && playlist.serverControl.holdBack == .seconds(5))
        #expect(try media(live, now: .seconds(3600 + 11)).segments.isEmpty)
    }

    @Test func `live segments keep their sequence numbers across manifest updates`() throws {
        func version(_ first: Int, _ count: Int) throws -> DASHManifest {
            try manifest(
                "<Period start=\"PT0S\">"
                    + pictures(
                        "<SegmentTemplate media=\"$Time$.m4s\"><SegmentTimeline><S t=\"\(first)\" d=\"2\" r=\"\(count - 1)\"/></SegmentTimeline></SegmentTemplate><Representation id=\"v\" bandwidth=\"5\"/>"
                    ) + "</Period>", "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\"")
        }
        var numbering = DASHNumbering()
        var sequences: [Int] = []
        for (first, count) in [(100, 4), (102, 4), (102, 4), (106, 4), (102, 3), (120, 4)] {
            let manifest = try version(first, count)
            let choice = try #require(
                RepresentationAddress(in: manifest.multivariant(QualityLimits()).variants[0].uri))
            sequences.append(
                manifest.media(choice, at: .seconds(1000), indexes: [:], limit: 100, &numbering).sequence)
        }
        // An older version goes back; behind what is known it goes on.
        #expect(sequences == [50, 51, 51, 53, 51, 57])
    }

    @Test func `a live stream keeps its sequence numbers when it is complete`() throws {
        func version(_ count: Int, _ head: String) throws -> DASHManifest {
            try manifest(
                "<Period start=\"PT0S\">"
                    + pictures(
                        "<SegmentTemplate media=\"$Time$.m4s\"><SegmentTimeline><S t=\"4\" d=\"2\" r=\"\(count - 1)\"/></SegmentTimeline></SegmentTemplate><Representation id=\"v\" bandwidth=\"5\"/>"
                    ) + "</Period>", head)
        }
        var numbering = DASHNumbering()
        func playlist(_ manifest: DASHManifest) throws -> MediaPlaylist {
            let choice = try #require(
                RepresentationAddress(in: manifest.multivariant(QualityLimits()).variants[0].uri))
            return manifest.media(choice, at: .seconds(5000), indexes: [:], limit: 100, &numbering)
        }
        let live = try playlist(
            version(3, "type=\"dynamic\" availabilityStartTime=\"1970-01-01T01:00:00Z\""))
        let whole = try playlist(version(5, "type=\"static\" mediaPresentationDuration=\"PT14S\""))
        #expect(live.sequence == 1802 && !live.isComplete && live.segments.count == 3)
        #expect(whole.sequence == 1802 && whole.isComplete && whole.segments.count == 5)
    }

    @Test
    func `protected streams are read with the keys of the item, and refused by DRM system without them`()
        throws
    {
        let protection = """
            <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cbcs" \
            cenc:default_KID="0A0A0A0A-0a0a-0a0a-0a0a-0a0a0a0a0a0a"/>
            <ContentProtection schemeIdUri="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"/>
            <ContentProtection schemeIdUri="urn:uuid:9A04F079-9840-4286-AB92-E65BE0885F95" value="MSPR 2.0"/>
            """
        let template = "<SegmentTemplate duration=\"2\" media=\"$Number$.m4s\"/><Representation id=\"v\"/>"
        let period = "<Period duration=\"PT4S\">\(pictures(protection + template))</Period>"
        let id = String(repeating: "0a", count: 16)
        let open = try manifest(period, keys: DecryptionKeys([id: id]))
        #expect(open.periods.first?.sets.count == 1)
        for keys in [[:], [String(repeating: "0b", count: 16): id]] {
            #expect(throws: DASHError.encrypted("cbcs for Widevine, PlayReady")) {
                try manifest(period, keys: DecryptionKeys(keys))
            }
        }
        // Sound that cannot be had is not left out without a word, another one in its place is played.
        let sound = pictures("<ContentProtection schemeIdUri=\"x\"/>" + template).replacing(
            "video", with: "audio")
        let clear = pictures(template).replacing("video", with: "audio")
        #expect(throws: DASHError.encrypted("x")) {
            try manifest("<Period duration=\"PT4S\">\(pictures(template))\(sound)</Period>")
        }
        let other = try manifest("<Period duration=\"PT4S\">\(pictures(template))\(sound)\(clear)</Period>")
        #expect(other.periods.first?.sets.map(\.kind) == [.video, .audio])
    }

    @Test func `manifests that cannot be played are errors with their causes`() throws {
        let template = "<SegmentTemplate duration=\"2\" media=\"$Number$.m4s\"/><Representation id=\"v\"/>"
        #expect(throws: DASHError.encrypted("x")) {
            try manifest(
                "<Period>" + pictures("<ContentProtection schemeIdUri=\"x\"/>" + template) + "</Period>")
        }
        #expect(throws: DASHError.empty) { try manifest("<Period/>") }
        #expect(throws: DASHError.malformed("A range of bytes in it ends before it begins: 90-10")) {
            try manifest(
                "<Period>"
                    + pictures(
                        "<SegmentList duration=\"2\"><SegmentURL mediaRange=\"90-10\"/></SegmentList>"
                            + "<Representation id=\"v\"/>")
                    + "</Period>")
        }
        #expect(throws: DASHError.empty) {
            try manifest(
                "<Period>"
                    + pictures(
                        "<EssentialProperty schemeIdUri=\"http://dashif.org/guidelines/trickmode\"/>"
                            + template)
                    + "</Period>")
        }
        for text in ["", "<MPD", "<html/>", "<MPD><Period></MPD>", "<!DOCTYPE x [<!ENTITY a \"b\">]><MPD/>"] {
            #expect(throws: DASHError.self) {
                try DASHReader.read(
                    Array(text.utf8), limits: HLSLimits(), at: try #require(HTTPURL("https://h.test/")))
            }
        }
        let foreign = try? manifest(
            "<Period><AdaptationSet mimeType=\"video/3gpp\">\(template)</AdaptationSet></Period>")
        #expect(foreign == nil)
    }

    @Test(arguments: [
        "bandwidth", "timescale", "startNumber", "endNumber", "duration", "presentationTimeOffset", "t", "d",
        "r", "length",
        "began",
    ])
    func `extreme numbers in a manifest cause neither a crash nor empty segments`(_ name: String) throws {
        for value in [
            "9223372036854775807", "4611686018427387904", "9007199254740991", "4294967296",
            "99999999999999999999",
        ] {
            for isLive in [false, true] {
                for timeline in [
                    "<SegmentTimeline><S t=\"0\" d=\"20\" r=\"3\"/><S t=\"T\" d=\"D\" r=\"R\"/><S d=\"2\"/></SegmentTimeline>",
                    "",
                ] {
                    func number(_ own: String, _ other: String) -> String { own == name ? value : other }
                    let runs = timeline.replacing("\"T\"", with: "\"\(number("t", "100"))\"").replacing(
                        "\"D\"", with: "\"\(number("d", "10"))\""
                    ).replacing("\"R\"", with: "\"\(number("r", "2"))\"")
                    let duration = timeline.isEmpty ? "duration=\"\(number("duration", "20"))\"" : ""
                    let set = pictures(
                        "<SegmentTemplate media=\"$Number$-$Time$.m4s\" timescale=\"\(number("timescale", "10"))\" startNumber=\"\(number("startNumber", "1"))\" endNumber=\"\(number("endNumber", "90"))\" presentationTimeOffset=\"\(number("presentationTimeOffset", "5"))\" \(duration)>\(runs)</SegmentTemplate><Representation id=\"v\" bandwidth=\"\(number("bandwidth", "5"))\"/>"
                    )
                    let sound = set.replacing("video/", with: "audio/")
                    let began =
                        isLive ? "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\"" : ""
                    guard
                        let manifest = try? manifest(
                            "<Period>\(set)\(sound)</Period><Period start=\"PT\(number("began", "50"))S\">\(set)</Period>",
                            "\(began) mediaPresentationDuration=\"PT\(number("length", "60"))S\"")
                    else { continue }
                    let limits = QualityLimits()
                    for rate in [nil, Int.max] {
                        var limits = limits
                        limits.maximumBitrate = rate
                        #expect(!manifest.multivariant(limits).variants.isEmpty)
                    }
                    let playlist = try media(manifest, now: .seconds(1_700_000_000), limit: 100)
                    #expect(playlist.segments.count <= 100)
                    #expect(playlist.segments.allSatisfy { $0.duration > .zero })
                    var lines = PlaylistTimeline()
                    lines.take(playlist)
                    #expect(lines.window.upperBound == playlist.duration)
                }
            }
        }
    }

    @Test func `a representation is found again by the fragment of its address`() throws {
        for id in ["", "v/1 ü#-x", "0"] {
            let parts = DASHManifest.Parts(form: .whole("x"))
            let choice = RepresentationAddress(
                .audio, 3, DASHManifest.Representation(id: id, bandwidth: 77, parts: parts))
            #expect(RepresentationAddress(in: "https://h.test/a.mpd?x#\(choice.fragment)") == choice)
        }
        for uri in ["https://h.test/a.mpd", "x#playhead-v-1-2", "x#playhead-q-1-2-30", "x#t=5"] {
            #expect(RepresentationAddress(in: uri) == nil)
        }
    }

    @Test func `segment indexes are read, also with random bytes in them`() throws {
        let bytes = try Repository.bytes("media/dash/whole-0.mp4")
        let index = try #require(SegmentIndex(Array(bytes.prefix(2000)), at: 0))
        #expect(index.segments.map(\.range.offset) == [884, 16298, 31041, 45461])
        #expect(index.segments.map(\.duration) == Array(repeating: .seconds(2), count: 4))
        #expect(index.segments.last.map { $0.range.offset + $0.range.length } == bytes.count)
        for count in 0..<880 { #expect(SegmentIndex(Array(bytes.prefix(count)), at: 0) == nil) }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var broken = Array(bytes.prefix(900))
            for _ in 0..<4 {
                broken[Int.random(in: 0..<900, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            // It does not matter what comes of it, but something has to.
            if let found = SegmentIndex(broken, at: 0) { #expect(!found.segments.isEmpty) }
        }
    }
}
