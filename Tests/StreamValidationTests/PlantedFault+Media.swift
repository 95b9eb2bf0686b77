import Foundation
import TestBasics

/// Faults of segments, of ladders, of manifests and of files.
extension PlantedFault {
    static let segments: [PlantedFault] = [
        PlantedFault("hls.segment-missing") { $0.files["v0-2.m4s"] = nil },
        PlantedFault("hls.key-unusable") {
            $0.files["short.key"] = [1, 2, 3]
            $0.replaceFirst("v0.m3u8", "#EXTINF", "#EXT-X-KEY:METHOD=AES-128,URI=\"short.key\"\n#EXTINF")
        },
        PlantedFault("hls.segment-unreadable") { $0.files["v0-2.m4s"]?.removeLast(5000) },
        PlantedFault("hls.map-missing", in: "v0.m3u8") {
            $0.replace("v0.m3u8", "#EXT-X-MAP:URI=\"v0-init.mp4\"\n", "")
        },
        PlantedFault("hls.extinf-inaccurate") { $0.replaceFirst("v0.m3u8", "EXTINF:4.000", "EXTINF:3.700") },
        PlantedFault("hls.duration-drift") { $0.replace("v0.m3u8", "EXTINF:4.000", "EXTINF:3.880") },
        PlantedFault("hls.discontinuity-missing") { ladder in
            for name in ["v0"] {
                for index in 3..<6 {
                    ladder.files["\(name)-\(index).m4s"] = ladder.video(.init(start: Double(index * 4) + 0.4))
                }
            }
        },
        PlantedFault("hls.format-changed") {
            $0.files["other-init.mp4"] = Ladder.videoInitialization(
                width: 320, height: 180, profile: Ladder.profiles[0])
            $0.replace(
                "v0.m3u8", "#EXTINF:4.000,\nv0-3.m4s",
                "#EXT-X-MAP:URI=\"other-init.mp4\"\n#EXTINF:4.000,\nv0-3.m4s")
        },
        PlantedFault("hls.keyframe-missing") {
            $0.files["v0-2.m4s"] = $0.video(.init(start: 8, keyframes: [10, 50]))
        },
        PlantedFault("hls.video-without-keyframe") {
            $0.files["v0-2.m4s"] = $0.video(.init(start: 8, keyframes: []))
        },
        PlantedFault("hls.track-missing", in: "muxed.m3u8") { ladder in
            ladder.makeMuxed()
            ladder.files["muxed-1.m4s"] = ladder.video(.init(start: 4))
        },
        PlantedFault("hls.ts-programs", in: "ts.m3u8") { $0.makeTransport(programs: 2) },
        PlantedFault("hls.ts-tables", in: "ts.m3u8") { $0.makeTransport(lacksTables: true) },
        PlantedFault("hls.ts-continuity", in: "ts.m3u8") { $0.makeTransport(skipsPacket: true) },
        PlantedFault("mp4.decode-time-missing") { ladder in
            let samples = (0..<100).map {
                MP4.Sample(
                    data: [UInt8](repeating: 0, count: 200), duration: 24,
                    flags: $0 % 25 == 0 ? 0x0200_0000 : 0x0101_0000)
            }
            ladder.files["v0-2.m4s"] = MP4.fragment(time: nil, samples)
        },
        PlantedFault("hls.packed-audio-timestamp", in: "packed.m3u8") { $0.makePackedAudio(hasTag: false) },
        PlantedFault("hls.i-frame-segment") {
            $0.files["iframe-2.m4s"] = $0.video(.init(start: 8, frames: 3, keyframes: [0]))
        },
        PlantedFault("hls.webvtt") { $0.replace("text-2.vtt", "00:08.000", "00:08,000") },
        PlantedFault("hls.webvtt-timestamp-map") {
            $0.replace("text-2.vtt", "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n", "")
        },
        PlantedFault("apple.keyframe-interval") {
            $0.files["v0-2.m4s"] = $0.video(.init(start: 8, keyframes: [0]))
        },
        PlantedFault("playhead.seam-skew", in: "muxed.m3u8") { ladder in
            ladder.makeMuxed()
            ladder.files["muxed-0.m4s"] = ladder.video(.init()) + ladder.audio(0.5..<4, id: 2)
        },
    ]

    static let ladder: [PlantedFault] = [
        PlantedFault("hls.bandwidth-exceeded") { ladder in
            var part = Ladder.VideoPart(start: 8)
            part.size = 3000
            ladder.files["v0-2.m4s"] = ladder.video(part)
            ladder.replaceAverage(in: "master.m3u8", by: 900_000)
        },
        PlantedFault("hls.average-bandwidth-exceeded") { $0.replaceAverage(in: "master.m3u8", by: 10_000) },
        PlantedFault("apple.bandwidth-accuracy") {
            $0.replaceFirst("master.m3u8", ":BANDWIDTH=", ":BANDWIDTH=9")
        },
        inMaster("hls.codecs-wrong", "avc1.4d401e,mp4a.40.2", "hvc1.1.6.L93.B0,mp4a.40.2"),
        inMaster("hls.codecs-profile", "avc1.4d401e,mp4a.40.2", "avc1.640028,mp4a.40.2"),
        inMaster("hls.resolution-wrong", "RESOLUTION=416x234", "RESOLUTION=960x540"),
        inMaster("hls.frame-rate-wrong", "FRAME-RATE=25.000", "FRAME-RATE=30.000"),
        PlantedFault("hls.targetduration-differs") {
            $0.replace("v1.m3u8", "TARGETDURATION:4", "TARGETDURATION:5")
        },
        PlantedFault("hls.variants-misaligned") { ladder in
            for index in 0..<6 {
                ladder.files["v1-\(index).m4s"] = ladder.video(
                    .init(start: Double(index * 4) + 0.12, size: 250))
            }
        },
        PlantedFault("hls.discontinuities-differ") {
            $0.replace(
                "v1.m3u8", "#EXTINF:4.000,\nv1-3.m4s", "#EXT-X-DISCONTINUITY\n#EXTINF:4.000,\nv1-3.m4s")
        },
        PlantedFault("hls.durations-differ") { $0.replace("v1.m3u8", "#EXTINF:4.000,\nv1-5.m4s\n", "") },
        PlantedFault("hls.rendition-offset") { ladder in
            for index in 0..<6 {
                ladder.files["de-\(index).m4s"] = ladder.audio(
                    Double(index * 4) + 0.5..<Double(index * 4) + 4.5)
            }
        },
        PlantedFault("hls.kinds-differ") {
            $0.replace("v1.m3u8", "#EXT-X-ENDLIST\n", "")
            $0.replace("v1.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD\n", "")
        },
        PlantedFault("hls.dates-differ") {
            $0.replace(
                "v0.m3u8", "#EXTINF:4.000,\nv0-0.m4s",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF:4.000,\nv0-0.m4s")
            $0.replace(
                "v1.m3u8", "#EXTINF:4.000,\nv1-0.m4s",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02Z\n#EXTINF:4.000,\nv1-0.m4s")
        },
        PlantedFault("hls.encryption-differs") { ladder in
            for name in ["v0.m3u8", "v1.m3u8"] {
                ladder.replaceFirst(
                    name, "#EXTINF",
                    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"sample.key\"\n#EXTINF"
                )
            }
        },
        PlantedFault("hls.cue-outside") {
            $0.replace("text-2.vtt", "00:08.000 --> 00:09.000", "00:18.000 --> 00:19.000")
        },
        PlantedFault("apple.bitrate-steps") { $0.replaceFirst("master.m3u8", ":BANDWIDTH=", ":BANDWIDTH=9") },
        inMaster("apple.redundancy", "#EXT-X-CONTENT-STEERING:SERVER-URI=\"steering.json\"\n", ""),
        PlantedFault("playhead.channels-differ") { ladder in
            ladder.makeMuxed()
            ladder.files["mono-init.mp4"] = Ladder.videoInitialization(
                width: 640, height: 360, profile: Ladder.profiles[1], isWithSound: true)
            let mono = MP4.initialization(
                [
                    MP4.track(
                        1, timescale: 600,
                        entries: [MP4.video("avc1", MP4.box("avcC", [1, 0x64, 0, 0x1F, 0xFF, 0xE0, 0]))]),
                    Ladder.soundTrack(id: 2, channels: 1),
                ],
                defaults: [MP4.trex(1), MP4.trex(2)])
            ladder.files["mono-init.mp4"] = mono
            ladder.files["mono.m3u8"] = ladder.files["muxed.m3u8"]
            ladder.replace("mono.m3u8", "muxed-init.mp4", "mono-init.mp4")
            ladder.files["master.m3u8"] = Array(
                "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=9000000\nmuxed.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9000001\nmono.m3u8\n"
                    .utf8)
        },
    ]

    private static func inManifest(_ rule: String, _ old: String, _ new: String) -> PlantedFault {
        PlantedFault(rule, in: "stream.mpd") {
            $0.addManifest()
            $0.replaceFirst("stream.mpd", old, new)
        }
    }

    private static let dynamic =
        "type=\"dynamic\" availabilityStartTime=\"2026-01-01T00:00:00Z\" publishTime=\"2026-01-01T00:00:00Z\" minimumUpdatePeriod=\"PT2S\" mediaPresentationDuration=\"PT24S\""

    static let manifest: [PlantedFault] = [
        inManifest("dash.profiles-missing", " profiles=\"urn:mpeg:dash:profile:isoff-live:2011\"", ""),
        inManifest("dash.min-buffer-time", " minBufferTime=\"PT2S\"", ""),
        PlantedFault("dash.dynamic-attributes", in: "stream.mpd") {
            $0.addManifest(attributes: dynamic)
            $0.replace("stream.mpd", " publishTime=\"2026-01-01T00:00:00Z\"", "")
        },
        PlantedFault("dash.utc-timing", in: "stream.mpd") { $0.addManifest(attributes: dynamic) },
        inManifest("dash.duration-missing", " mediaPresentationDuration=\"PT24S\"", ""),
        PlantedFault("dash.period-id", in: "stream.mpd") {
            $0.addManifest(attributes: dynamic)
            $0.replace("stream.mpd", "<Period id=\"1\"", "<Period")
        },
        inManifest("dash.period-empty", "</MPD>", "<Period id=\"2\"></Period></MPD>"),
        PlantedFault("dash.period-order", in: "stream.mpd") {
            $0.addManifest()
            let text = String(decoding: $0.files["stream.mpd"] ?? [], as: UTF8.self)
            let start = text.range(of: "<Period")?.lowerBound ?? text.startIndex
            let end = text.range(of: "</MPD>")?.lowerBound ?? text.endIndex
            let second = text[start..<end].replacingOccurrences(
                of: "id=\"1\" start=\"PT0S\"", with: "id=\"2\" start=\"PT20S\"")
            $0.replaceFirst(
                "stream.mpd", "<Period id=\"1\" start=\"PT0S\">",
                "<Period id=\"1\" start=\"PT0S\" duration=\"PT24S\">")
            $0.replaceFirst("stream.mpd", "</MPD>", second + "</MPD>")
            $0.replaceFirst("stream.mpd", "PT24S\">\n<Period", "PT44S\">\n<Period")
        },
        inManifest("dash.bandwidth-missing", " bandwidth=\"200000\"", ""),
        inManifest("dash.representation-id", "id=\"v1\"", "id=\"v0\""),
        inManifest("dash.mime-type-missing", " mimeType=\"audio/mp4\"", ""),
        inManifest("dash.codecs-missing", " codecs=\"avc1.4d401e\"", ""),
        inManifest("dash.size-missing", " width=\"416\"", ""),
        inManifest("dash.segment-alignment", " segmentAlignment=\"true\"", ""),
        inManifest(
            "dash.template", "media=\"$RepresentationID$-$Number$.m4s\"", "media=\"$RepresentationID$-1.m4s\""
        ),
        inManifest("dash.timeline-overlap", "r=\"5\"/>", "r=\"4\"/><S t=\"100\" d=\"2400\"/>"),
        PlantedFault("dash.segment-time", in: "stream.mpd") {
            $0.addManifest()
            $0.files["v0-2.m4s"] = $0.video(.init(start: 9))
        },
        PlantedFault("dash.segment-duration", in: "stream.mpd") {
            $0.addManifest()
            $0.files["v0-2.m4s"] = $0.video(.init(start: 8, frames: 30, keyframes: [0]))
        },
        PlantedFault("dash.keyframe-missing", in: "stream.mpd") {
            $0.addManifest()
            $0.files["v0-2.m4s"] = $0.video(.init(start: 8, keyframes: [10, 50]))
        },
        PlantedFault("dash.bandwidth-exceeded", in: "stream.mpd") {
            $0.addManifest()
            $0.files["v0-2.m4s"] = $0.video(.init(start: 8, size: 3000))
        },
    ]

    static let file: [PlantedFault] = [
        PlantedFault("mp4.truncated", in: "film.mp4") {
            $0.files["film.mp4"] = Array(
                ($0.files["v0-init.mp4"] ?? []) + ($0.files["v0-0.m4s"] ?? []).dropLast(3000))
        },
        PlantedFault("mp4.movie-missing", in: "film.mp4") {
            $0.files["film.mp4"] = MP4.ftyp() + ($0.files["v0-0.m4s"] ?? [])
        },
        PlantedFault("mp4.movie-last", in: "film.mp4") {
            $0.files["film.mp4"] = MP4.ftyp() + MP4.box("mdat", [1, 2, 3]) + MP4.moov([MP4.track(1)])
        },
        PlantedFault("mp4.sample-outside", in: "film.mp4") { ladder in
            let samples = [
                MP4.Sample(data: [0, 0, 0], duration: 24, flags: 0x0200_0000),
                MP4.Sample(data: [0, 0, 0], duration: 24),
            ]
            let whole = MP4.fragment(time: 0, samples)
            let short = Array(whole.dropLast(6 + 8)) + MP4.box("mdat", [0, 0, 0])
            ladder.files["film.mp4"] = (ladder.files["v0-init.mp4"] ?? []) + short
        },
        PlantedFault("file.unreadable", in: "film.mp4") {
            $0.files["film.mp4"] = [UInt8](repeating: 0x42, count: 5000)
        },
        PlantedFault("mp4.keyframe-missing", in: "film.mp4") {
            $0.files["film.mp4"] = ($0.files["v0-init.mp4"] ?? []) + $0.video(.init(keyframes: [50]))
        },
        PlantedFault("mp4.tracks-differ", in: "film.mp4") { ladder in
            ladder.makeMuxed()
            ladder.files["film.mp4"] =
                (ladder.files["muxed-init.mp4"] ?? []) + ladder.video(.init()) + ladder.audio(0..<2, id: 2)
        },
    ]
}
