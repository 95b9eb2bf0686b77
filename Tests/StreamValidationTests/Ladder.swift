import Foundation
import TestBasics

/// A made HLS or DASH stream with samples of no content, as files in memory.
struct Ladder: Sendable {
    var files: [String: [UInt8]] = [:]
    let shape: LadderShape
    private var random: SeededGenerator

    static let profiles: [[UInt8]] = [[0x4D, 0x40, 0x1E], [0x64, 0x00, 0x1F], [0x64, 0x00, 0x28]]

    init(_ shape: LadderShape = LadderShape()) {
        self.shape = shape
        random = SeededGenerator(seed: shape.seed)
        makeHLS()
    }

    // MARK: Changes

    /// Replaces a text of a file, which has to contain it.
    mutating func replace(_ name: String, _ old: String, _ new: String) {
        let text = String(decoding: files[name] ?? [], as: UTF8.self)
        precondition(text.contains(old), "\(name) has no \(old)")
        files[name] = Array(text.replacingOccurrences(of: old, with: new).utf8)
    }

    /// Replaces the first occurrence of a text.
    mutating func replaceFirst(_ name: String, _ old: String, _ new: String) {
        let text = String(decoding: files[name] ?? [], as: UTF8.self)
        guard let range = text.range(of: old) else { preconditionFailure("\(name) has no \(old)") }
        files[name] = Array(text.replacingCharacters(in: range, with: new).utf8)
    }

    mutating func append(_ name: String, _ text: String) { files[name]? += Array(text.utf8) }

    func write(to folder: TemporaryFolder) throws {
        for (name, bytes) in files { try folder.write(Data(bytes), to: name) }
    }

    // MARK: Samples

    struct VideoPart {
        var start = 0.0
        var frames = 100
        var rate = 25
        var size = 200
        var keyframes: Set<Int> = [0, 25, 50, 75]
    }

    /// A fragment of a video track.
    func video(_ part: VideoPart, sizes: (Int) -> Int = { _ in 0 }) -> [UInt8] {
        let samples = (0..<part.frames).map { index in
            MP4.Sample(
                data: [UInt8](repeating: 0, count: part.size + sizes(index)), duration: 600 / part.rate,
                flags: part.keyframes.contains(index) ? 0x0200_0000 : 0x0101_0000)
        }
        return MP4.fragment(time: Int64((part.start * 600).rounded()), samples)
    }

    /// A fragment of an audio track with the frames of 1024 samples that begin in a range of seconds.
    func audio(_ range: Range<Double>, id: Int = 1, rate: Int = 48_000, size: Int = 40) -> [UInt8] {
        let first = Int((range.lowerBound * Double(rate) / 1024).rounded(.up))
        let last = Int((range.upperBound * Double(rate) / 1024).rounded(.up))
        let samples = (first..<max(last, first + 1)).map { _ in
            MP4.Sample(data: [UInt8](repeating: 1, count: size), duration: 1024, flags: 0x0200_0000)
        }
        return MP4.fragment(id, time: Int64(first * 1024), samples)
    }

    static func videoInitialization(
        width: Int, height: Int, profile: [UInt8], isWithSound: Bool = false, codec: String = "avc1"
    ) -> [UInt8] {
        let configuration = MP4.box("avcC", [1] + profile + [0xFF, 0xE0, 0])
        let entry = MP4.box(
            codec, MP4.zeros(6), MP4.u16(1), MP4.zeros(16), MP4.u16(width), MP4.u16(height), MP4.zeros(50),
            configuration)
        let sound = isWithSound ? [soundTrack(id: 2)] : []
        return MP4.initialization(
            [MP4.track(1, timescale: 600, entries: [entry])] + sound,
            defaults: [MP4.trex(1)] + (isWithSound ? [MP4.trex(2)] : []))
    }

    static func soundTrack(id: Int, channels: Int = 2, rate: Int = 48_000) -> [UInt8] {
        let index = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000].firstIndex(of: rate) ?? 3
        let configuration: [UInt8] = [0x10 | UInt8(index >> 1), UInt8(index & 1) << 7 | UInt8(channels) << 3]
        return MP4.track(
            id, handler: "soun", timescale: rate,
            entries: [MP4.audio("mp4a", channels: channels, rate: rate, MP4.esds(0x40, configuration))])
    }

    static func soundInitialization(channels: Int = 2, rate: Int = 48_000) -> [UInt8] {
        MP4.initialization([soundTrack(id: 1, channels: channels, rate: rate)], defaults: [MP4.trex(1)])
    }

    // MARK: Playlists

    var starts: [Double] { (0..<shape.segments).map { Double($0 * shape.segmentSeconds) } }

    func range(of index: Int) -> Range<Double> {
        starts[index]..<starts[index] + Double(shape.segmentSeconds)
    }

    func size(of variant: Int) -> (width: Int, height: Int) {
        [(416, 234), (640, 360), (768, 432), (960, 540), (1280, 720), (1920, 1080)][variant]
    }

    private mutating func makeHLS() {
        let sound = shape.hasAudioGroup ? makeSound() : 0
        if shape.hasSubtitles { makeSubtitles() }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        lines.append("#EXT-X-CONTENT-STEERING:SERVER-URI=\"steering.json\"")
        if shape.hasAudioGroup {
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\",URI=\"en.m3u8\""
            )
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"Deutsch\",LANGUAGE=\"de\",DEFAULT=NO,AUTOSELECT=YES,CHANNELS=\"2\",URI=\"de.m3u8\""
            )
        }
        if shape.hasSubtitles {
            lines.append(
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=NO,AUTOSELECT=YES,URI=\"text.m3u8\""
            )
        }
        for variant in 0..<shape.variants {
            let rates = makeVariant(variant)
            let (width, height) = size(of: variant)
            let profile = Self.profiles[variant % 3].map {
                String($0, radix: 16).count < 2 ? "0" + String($0, radix: 16) : String($0, radix: 16)
            }.joined()
            var attributes = "BANDWIDTH=\(rates.peak + sound),AVERAGE-BANDWIDTH=\(rates.mean + sound)"
            attributes += ",CODECS=\"avc1.\(profile),mp4a.40.2\",RESOLUTION=\(width)x\(height)"
            attributes += ",FRAME-RATE=\(shape.rate).000"
            if shape.hasAudioGroup { attributes += ",AUDIO=\"sound\"" }
            if shape.hasSubtitles { attributes += ",SUBTITLES=\"text\"" }
            lines += ["#EXT-X-STREAM-INF:\(attributes),CLOSED-CAPTIONS=NONE", "v\(variant).m3u8"]
        }
        if shape.hasIFrames {
            makeIFrames()
            lines.append(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=50000,CODECS=\"avc1.4d401e\",RESOLUTION=416x234,URI=\"iframes.m3u8\""
            )
        }
        files["master.m3u8"] = Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Makes a variant, and returns its measured peak and mean bit rates.
    private mutating func makeVariant(_ variant: Int) -> (peak: Int, mean: Int) {
        let (width, height) = size(of: variant)
        files["v\(variant)-init.mp4"] = Self.videoInitialization(
            width: width, height: height, profile: Self.profiles[variant % 3],
            isWithSound: !shape.hasAudioGroup)
        var names: [String] = []
        var bytes: [Int] = []
        for index in 0..<shape.segments {
            var part = VideoPart(
                start: starts[index], frames: shape.rate * shape.segmentSeconds, rate: shape.rate)
            part.size = 150 * Int(pow(1.7, Double(variant)) * 10) / 10
            part.keyframes = Set((0..<shape.segmentSeconds).map { $0 * shape.rate })
            let spread = Int(Double(part.size) * shape.unevenness)
            var random = random
            var segment = video(part) { _ in spread > 0 ? Int.random(in: 0...spread, using: &random) : 0 }
            self.random = random
            if !shape.hasAudioGroup { segment += audio(range(of: index), id: 2) }
            names.append("v\(variant)-\(index).m4s")
            files[names[index]] = segment
            bytes.append(segment.count)
        }
        files["v\(variant).m3u8"] = playlist(names, map: "v\(variant)-init.mp4")
        return rates(bytes)
    }

    private mutating func makeSound() -> Int {
        for language in ["en", "de"] {
            files["\(language)-init.mp4"] = Self.soundInitialization()
            let names = (0..<shape.segments).map { "\(language)-\($0).m4s" }
            for (index, name) in names.enumerated() { files[name] = audio(range(of: index)) }
            files["\(language).m3u8"] = playlist(names, map: "\(language)-init.mp4")
        }
        return rates((0..<shape.segments).map { files["en-\($0).m4s"]?.count ?? 0 }).peak
    }

    private mutating func makeSubtitles() {
        let names = (0..<shape.segments).map { "text-\($0).vtt" }
        for (index, name) in names.enumerated() {
            let start = Int(starts[index])
            func time(_ seconds: Int) -> String {
                let (minutes, rest) = (seconds / 60, seconds % 60)
                return (minutes < 10 ? "0" : "") + "\(minutes):" + (rest < 10 ? "0" : "") + "\(rest).000"
            }
            files[name] = Array(
                "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n\(time(start)) --> \(time(start + 1))\nLine \(index)\n"
                    .utf8)
        }
        files["text.m3u8"] = playlist(names, map: nil)
    }

    private mutating func makeIFrames() {
        files["iframes-init.mp4"] = Self.videoInitialization(
            width: 416, height: 234, profile: Self.profiles[0])
        let names = (0..<shape.segments).map { "iframe-\($0).m4s" }
        for (index, name) in names.enumerated() {
            var part = VideoPart(start: starts[index], frames: 1, rate: 25, keyframes: [0])
            part.size = 400
            files[name] = video(part)
        }
        files["iframes.m3u8"] = playlist(names, map: "iframes-init.mp4", isIFrames: true)
    }

    private func playlist(_ names: [String], map: String?, isIFrames: Bool = false) -> [UInt8] {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(shape.segmentSeconds)",
            "#EXT-X-MEDIA-SEQUENCE:0",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        if isIFrames { lines.append("#EXT-X-I-FRAMES-ONLY") }
        if let map { lines.append("#EXT-X-MAP:URI=\"\(map)\"") }
        for (index, name) in names.enumerated() {
            if index == shape.discontinuity { lines.append("#EXT-X-DISCONTINUITY") }
            if shape.hasDates {
                let date = Date(timeIntervalSince1970: 1_700_000_000 + starts[index])
                lines.append("#EXT-X-PROGRAM-DATE-TIME:\(ISO8601DateFormatter().string(from: date))")
            }
            lines += ["#EXTINF:\(shape.segmentSeconds).000,", name]
        }
        return Array((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8) + [0x0A]
    }

    private func rates(_ bytes: [Int]) -> (peak: Int, mean: Int) {
        let rates = bytes.map { $0 * 8 / shape.segmentSeconds }
        return (
            (rates.max() ?? 0) + 1, bytes.reduce(0, +) * 8 / (shape.segmentSeconds * max(bytes.count, 1)) + 1
        )
    }
}
