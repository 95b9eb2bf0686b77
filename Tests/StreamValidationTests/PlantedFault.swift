import Foundation
import TestBasics

/// A change of a good stream that violates one rule.
struct PlantedFault: Sendable, CustomStringConvertible {
    let rule: String
    /// The validated file.
    var input: String
    let change: @Sendable (inout Ladder) -> Void

    init(
        _ rule: String, in input: String = "master.m3u8", _ change: @escaping @Sendable (inout Ladder) -> Void
    ) {
        (self.rule, self.input, self.change) = (rule, input, change)
    }

    var description: String { rule }

    static var all: [PlantedFault] { text + media + multivariant + segments + ladder + manifest + file }

    private static let text: [PlantedFault] = [
        PlantedFault("hls.utf8") { $0.files["v0.m3u8"]?.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0) },
        PlantedFault("hls.control-characters") { $0.replaceFirst("v0.m3u8", "4.000,", "4.000,\u{7}bell") },
        PlantedFault("hls.extm3u") { $0.replace("v0.m3u8", "#EXTM3U\n", "") },
        PlantedFault("hls.mixed-playlist", in: "v0.m3u8") {
            $0.append("v0.m3u8", "#EXT-X-STREAM-INF:BANDWIDTH=1\nother.m3u8\n")
        },
        PlantedFault("hls.empty-playlist", in: "empty.m3u8") {
            $0.files["empty.m3u8"] = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n".utf8)
        },
        PlantedFault("hls.tag-repeated") {
            $0.replace("v0.m3u8", "#EXT-X-VERSION:7\n", "#EXT-X-VERSION:7\n#EXT-X-VERSION:7\n")
        },
        PlantedFault("hls.unknown-tag") {
            $0.replaceFirst("v0.m3u8", "#EXTINF", "#EXT-X-DISCONTINUTY\n#EXTINF")
        },
        PlantedFault("hls.blank-in-line") { $0.replace("v0.m3u8", "v0-2.m4s", "v0-2.m4s ") },
        PlantedFault("hls.attribute-syntax") {
            $0.replace("master.m3u8", ",NAME=\"Deutsch\"", ", NAME=\"Deutsch\"")
        },
        PlantedFault("hls.attribute-type") {
            $0.replaceFirst("master.m3u8", "CODECS=\"avc1.4d401e,mp4a.40.2\"", "CODECS=avc1.4d401e")
        },
        PlantedFault("hls.version-too-low") { $0.replace("v0.m3u8", "#EXT-X-VERSION:7", "#EXT-X-VERSION:3") },
        PlantedFault("hls.version-invalid") {
            $0.replace("v0.m3u8", "#EXT-X-VERSION:7", "#EXT-X-VERSION:seven")
        },
        PlantedFault("hls.variable-undefined") { $0.replace("v0.m3u8", "v0-2.m4s", "v0-2.m4s?{$token}") },
        PlantedFault("hls.variable-invalid") {
            $0.replace("master.m3u8", "#EXT-X-VERSION:7\n", "#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"a\"\n")
        },
        PlantedFault("hls.start-offset") {
            $0.replace(
                "v0.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-START:TIME-OFFSET=99"
            )
        },
    ]

    private static let media: [PlantedFault] = [
        PlantedFault("hls.targetduration-missing", in: "v0.m3u8") {
            $0.replace("v0.m3u8", "#EXT-X-TARGETDURATION:4\n", "")
        },
        PlantedFault("hls.targetduration-exceeded") {
            for name in ["v0.m3u8", "v1.m3u8", "v2.m3u8", "en.m3u8", "de.m3u8"] {
                $0.replace(name, "TARGETDURATION:4", "TARGETDURATION:3")
            }
            $0.replace("v0.m3u8", "TARGETDURATION:3", "TARGETDURATION:3")
            for name in ["v1.m3u8", "v2.m3u8", "en.m3u8", "de.m3u8"] {
                $0.replace(name, "TARGETDURATION:3", "TARGETDURATION:4")
            }
        },
        PlantedFault("hls.extinf-missing") { $0.replace("v0.m3u8", "#EXTINF:4.000,\nv0-2.m4s", "v0-2.m4s") },
        PlantedFault("hls.extinf-invalid") {
            $0.replace("v0.m3u8", "#EXTINF:4.000,\nv0-2.m4s", "#EXTINF:4.000\nv0-2.m4s")
        },
        PlantedFault("hls.tag-after-first-segment") {
            $0.replace("v0.m3u8", "#EXT-X-MEDIA-SEQUENCE:0\n", "")
            $0.replace("v0.m3u8", "v0-0.m4s\n", "v0-0.m4s\n#EXT-X-MEDIA-SEQUENCE:0\n")
        },
        PlantedFault("hls.number-invalid", in: "v0.m3u8") {
            $0.replace("v0.m3u8", "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-MEDIA-SEQUENCE:-1")
        },
        PlantedFault("hls.playlist-type") { $0.replace("v0.m3u8", "TYPE:VOD", "TYPE:FILM") },
        PlantedFault("hls.vod-incomplete", in: "v0.m3u8") { $0.replace("v0.m3u8", "#EXT-X-ENDLIST\n", "") },
        PlantedFault("hls.byterange") { $0.replace("v0.m3u8", "v0-2.m4s", "#EXT-X-BYTERANGE:100\nv0-2.m4s") },
        PlantedFault("hls.key-attributes", in: "v0.m3u8") {
            $0.replaceFirst("v0.m3u8", "#EXTINF", "#EXT-X-KEY:METHOD=AES-128\n#EXTINF")
        },
        PlantedFault("hls.map-uri", in: "v0.m3u8") {
            $0.replace("v0.m3u8", "#EXT-X-MAP:URI=\"v0-init.mp4\"", "#EXT-X-MAP:BYTERANGE=\"9@0\"")
        },
        PlantedFault("hls.date-invalid") {
            $0.replaceFirst("v0.m3u8", "#EXTINF", "#EXT-X-PROGRAM-DATE-TIME:yesterday\n#EXTINF")
        },
        PlantedFault("hls.date-jump") {
            $0.replace(
                "v0.m3u8", "#EXTINF:4.000,\nv0-0.m4s",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF:4.000,\nv0-0.m4s")
            $0.replace(
                "v0.m3u8", "#EXTINF:4.000,\nv0-2.m4s",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:18Z\n#EXTINF:4.000,\nv0-2.m4s")
        },
        PlantedFault("hls.daterange") {
            $0.replaceFirst(
                "v0.m3u8", "#EXTINF",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:09Z\",END-DATE=\"2026-01-01T00:00:01Z\"\n#EXTINF"
            )
        },
        PlantedFault("hls.daterange-conflict") {
            let range = "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",DURATION="
            $0.replaceFirst(
                "v0.m3u8", "#EXTINF",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n\(range)1\n\(range)2\n#EXTINF")
        },
        PlantedFault("hls.daterange-without-date") {
            $0.replaceFirst(
                "v0.m3u8", "#EXTINF", "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\"\n#EXTINF"
            )
        },
        PlantedFault("hls.server-control") {
            $0.replace(
                "v0.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD",
                "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-SERVER-CONTROL:HOLD-BACK=6")
        },
        PlantedFault("hls.part") {
            $0.replace(
                "v0.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD",
                "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-PART-INF:PART-TARGET=1")
            $0.replaceFirst("v0.m3u8", "#EXTINF", "#EXT-X-PART:DURATION=2,URI=\"part.m4s\"\n#EXTINF")
        },
        PlantedFault("hls.live-window", in: "v0.m3u8") {
            $0.replace("v0.m3u8", "#EXT-X-ENDLIST\n", "")
            $0.replace("v0.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD\n", "")
            $0.replace("v0.m3u8", "SEQUENCE:0", "SEQUENCE:7")
            for index in 2..<6 { $0.replace("v0.m3u8", "#EXTINF:4.000,\nv0-\(index).m4s\n", "") }
        },
        PlantedFault("apple.independent-segments") {
            $0.replace("master.m3u8", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
            for name in ["v1.m3u8", "v2.m3u8"] {
                $0.replace(name, "#EXT-X-VERSION:7", "#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS")
            }
        },
        PlantedFault("apple.targetduration", in: "v0.m3u8") {
            $0.replace("v0.m3u8", "TARGETDURATION:4", "TARGETDURATION:12")
        },
    ]

    static func inMaster(_ rule: String, _ old: String, _ new: String) -> PlantedFault {
        PlantedFault(rule) { $0.replaceFirst("master.m3u8", old, new) }
    }

    private static let english = "TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"English\""

    private static let multivariant: [PlantedFault] = [
        inMaster("hls.stream-inf-uri", "v0.m3u8\n", ""),
        PlantedFault("hls.bandwidth-missing") { ladder in
            let text = String(decoding: ladder.files["master.m3u8"] ?? [], as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("#EXT-X-STREAM-INF") } ?? ""
            let value = line.split(separator: ",")[0].split(separator: ":")[1]
            ladder.replaceFirst("master.m3u8", "\(value),", "")
        },
        PlantedFault("hls.average-above-peak") {
            $0.replaceFirst("master.m3u8", ",AVERAGE-BANDWIDTH=", ",AVERAGE-BANDWIDTH=9")
        },
        inMaster("hls.codecs-missing", "CODECS=\"avc1.4d401e,mp4a.40.2\",", ""),
        inMaster("hls.resolution-missing", "RESOLUTION=416x234,", ""),
        PlantedFault("hls.frame-rate-missing") {
            $0.replaceFirst("master.m3u8", ",FRAME-RATE=25.000", "")
            $0.replaceFirst("master.m3u8", "FRAME-RATE=25.000", "FRAME-RATE=50.000")
        },
        inMaster("hls.group-missing", "AUDIO=\"sound\"", "AUDIO=\"noise\""),
        inMaster("hls.media-attributes", "NAME=\"Deutsch\",", ""),
        inMaster(
            "hls.instream-id", "#EXT-X-STREAM-INF",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"C\",INSTREAM-ID=\"CC9\"\n#EXT-X-STREAM-INF"
        ),
        inMaster("hls.name-repeated", "NAME=\"Deutsch\"", "NAME=\"English\""),
        inMaster("hls.default-repeated", "LANGUAGE=\"de\",DEFAULT=NO", "LANGUAGE=\"de\",DEFAULT=YES"),
        inMaster("hls.default-not-autoselect", "DEFAULT=YES,AUTOSELECT=YES", "DEFAULT=YES,AUTOSELECT=NO"),
        inMaster("hls.autoselect-ambiguous", "LANGUAGE=\"de\"", "LANGUAGE=\"en\""),
        inMaster("hls.forced-not-subtitles", english, english + ",FORCED=YES"),
        inMaster("hls.language-invalid", "LANGUAGE=\"de\"", "LANGUAGE=\"german language\""),
        inMaster("hls.channels-missing", ",CHANNELS=\"2\"", ""),
        inMaster(
            "hls.groups-differ", "#EXT-X-STREAM-INF",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"other\",NAME=\"English\",LANGUAGE=\"en\",CHANNELS=\"2\",URI=\"en.m3u8\"\n#EXT-X-STREAM-INF"
        ),
        inMaster("hls.captions-none", ",CLOSED-CAPTIONS=NONE", ""),
        inMaster("hls.score-incomplete", ",CLOSED-CAPTIONS=NONE", ",CLOSED-CAPTIONS=NONE,SCORE=1.0"),
        inMaster("hls.i-frame-uri", ",URI=\"iframes.m3u8\"", ""),
        inMaster(
            "hls.session-data", "#EXT-X-STREAM-INF",
            "#EXT-X-SESSION-DATA:DATA-ID=\"title\"\n#EXT-X-STREAM-INF"),
        PlantedFault("hls.variant-repeated") {
            $0.replace(
                "master.m3u8", "v1.m3u8",
                "v1.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=640x360,FRAME-RATE=25,AUDIO=\"sound\",SUBTITLES=\"text\",CLOSED-CAPTIONS=NONE\nv1.m3u8"
            )
        },
        PlantedFault("apple.average-bandwidth") { ladder in
            let text = String(decoding: ladder.files["master.m3u8"] ?? [], as: UTF8.self)
            let value = text.split(separator: ",").first { $0.hasPrefix("AVERAGE") } ?? ""
            ladder.replaceFirst("master.m3u8", "\(value),", "")
        },
        inMaster("apple.frame-rate", "FRAME-RATE=25.000", "FRAME-RATE=120.000"),
        inMaster(
            "apple.i-frame-playlists",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=50000,CODECS=\"avc1.4d401e\",RESOLUTION=416x234,URI=\"iframes.m3u8\"\n",
            ""),
        inMaster("apple.codecs", "mp4a.40.2", "opus"),
        PlantedFault("hls.playlist-type-unknown") {
            $0.files["v0.txt"] = $0.files["v0.m3u8"]
            $0.replace("master.m3u8", "v0.m3u8", "v0.txt")
        },
        inMaster("hls.playlist-missing", "v0.m3u8", "gone.m3u8"),
        inMaster("playhead.renditions-everywhere", ",SUBTITLES=\"text\"", ""),
    ]
}
