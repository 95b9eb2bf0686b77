internal import GStreamer
internal import Playhead

extension TestPattern.Container {
    var commonVideo: TestPattern.VideoCodec? {
        switch self {
        case .mp4, .matroska: .h264
        case .webm: .vp8
        case .ogg, .wav, .flac: nil
        }
    }

    var commonAudio: TestPattern.AudioCodec {
        switch self {
        case .mp4: .aac
        case .matroska, .ogg: .vorbis
        case .webm: .opus
        case .wav: .pcm
        case .flac: .flac
        }
    }

    /// The name of the muxer element; nil if the encoder writes the file format itself.
    var muxer: String? {
        switch self {
        case .mp4: "mp4mux"
        case .matroska: "matroskamux"
        case .webm: "webmmux"
        case .ogg: "oggmux"
        case .wav, .flac: nil
        }
    }

    func holds(_ codec: TestPattern.VideoCodec) -> Bool {
        switch self {
        case .mp4: codec == .h264 || codec == .h265
        case .matroska: true
        case .webm: codec == .vp8 || codec == .vp9
        case .ogg, .wav, .flac: false
        }
    }

    func holds(_ codec: TestPattern.AudioCodec) -> Bool {
        switch self {
        case .mp4: codec == .aac
        case .matroska: codec != .pcm
        case .webm: codec == .vorbis || codec == .opus
        case .ogg: codec == .vorbis || codec == .opus || codec == .flac
        case .wav: codec == .pcm
        case .flac: codec == .flac
        }
    }
}

extension TestPattern.Video {
    /// The encoder elements as a pipeline description of GStreamer.
    var encoding: String {
        // The cells are simple to encode, but have to stay sharp.
        let bits = max(width * height * rate.frames / rate.seconds / 4, 400_000)
        return switch codec {
        case .h264:
            "openh264enc rate-control=bitrate bitrate=\(bits) enable-frame-skip=false "
                + "gop-size=\(keyframeInterval) scene-change-detection=false ! h264parse"
        case .h265:
            "x265enc speed-preset=ultrafast bitrate=\(bits / 1000) key-int-max=\(keyframeInterval) ! h265parse"
        case .vp8, .vp9:
            // With a lag, the encoder does not output all frames at the end (1.22.0).
            "\(codec.rawValue)enc deadline=1 cpu-used=8 lag-in-frames=0 target-bitrate=\(bits) "
                + "keyframe-max-dist=\(keyframeInterval)"
        }
    }

    /// The caps of the raw frames.
    var caps: String {
        "video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(rate.frames)/\(rate.seconds)"
    }
}

extension TestPattern.Audio {
    /// The encoder elements.
    var encoding: String {
        switch codec {
        case .aac: "avenc_aac bitrate=128000 ! aacparse"
        case .mp3: "lamemp3enc target=bitrate bitrate=128 cbr=true ! mpegaudioparse"
        case .opus: "opusenc bitrate=128000"
        case .vorbis: "vorbisenc quality=0.5"
        case .flac: "flacenc"
        case .pcm: "wavenc"
        }
    }

    /// The caps of the raw samples.
    var caps: String {
        "audio/x-raw,format=S16LE,layout=interleaved,rate=\(sampleRate),channels=\(channels)"
    }

    /// The encoder delay in samples that GStreamer 1.22 does not compensate.
    var delay: Int {
        switch codec {
        case .aac: 1024
        case .mp3: 1105
        case .opus, .vorbis, .flac, .pcm: 0
        }
    }
}

extension TestPattern {
    /// The pipeline description of the writer, without the file name. The sources are `video`, `audio0` and
    /// so on, and `text`.
    var pipeline: String {
        let end = "filesink name=file"
        var parts: [String] = []
        let target = container.muxer == nil ? end : "mux."
        if let video {
            parts.append(
                "appsrc name=video format=time caps=\"\(video.caps)\" ! \(video.encoding) ! \(target)")
        }
        for (index, track) in audio.enumerated() {
            parts.append(
                "appsrc name=audio\(index) format=time caps=\"\(track.caps)\" ! audioconvert ! "
                    + "\(track.encoding) ! \(target)")
        }
        if !cues.isEmpty {
            let texts = "text/x-raw,format=utf8"
            parts.append("appsrc name=text format=time caps=\"\(texts)\" ! \(texts) ! mux.")
        }
        if let muxer = container.muxer { parts.append("\(muxer) name=mux ! \(end)") }
        return parts.joined(separator: " ")
    }

    /// The names of all necessary elements.
    private var elements: [String] {
        let encodings = [video?.encoding].compactMap { $0 } + audio.map(\.encoding)
        let coding = encodings.flatMap { $0.split(separator: " ! ") }
        return ["appsrc", "audioconvert", "filesink"] + [container.muxer].compactMap { $0 }
            + coding.map { String($0.prefix { $0 != " " }) }
    }

    /// Throws if the settings are not compatible, or if an element is not installed.
    func check() throws(TestPatternError) {
        guard (0...255).contains(item) else { throw .unsuitable("an item has a number from 0 to 255") }
        guard length > .zero else { throw .unsuitable("a medium has a length") }
        guard video != nil || !audio.isEmpty else { throw .unsuitable("a medium has pictures or sound") }
        if let video { try check(video) }
        guard audio.count <= (container.muxer == nil || container == .ogg ? 1 : 8) else {
            throw .unsuitable("there are too many tracks of sound for \(container)")
        }
        for track in audio {
            guard container.holds(track.codec) else {
                throw .unsuitable("\(container) holds no \(track.codec)")
            }
            guard (1...2).contains(track.channels), [44_100, 48_000].contains(track.sampleRate),
                track.codec != .opus || track.sampleRate == 48_000
            else {
                throw .unsuitable("sound has one or two channels at 44.1 or 48 kHz, Opus at 48 kHz")
            }
        }
        guard cues.isEmpty || container == .matroska else { throw .unsuitable("\(container) holds no texts") }
        for factory in elements where !Runtime.hasElement(factory) {
            throw .elementMissing(factory, package: DebianPackage.of(element: factory) ?? "unknown")
        }
    }

    private func check(_ video: Video) throws(TestPatternError) {
        guard container.holds(video.codec) else { throw .unsuitable("\(container) holds no \(video.codec)") }
        guard video.width >= 64, video.width % 8 == 0, video.height >= 48, video.height % 2 == 0 else {
            throw .unsuitable("pictures are at least 64 by 48, a multiple of 8 wide and of 2 high")
        }
        guard video.rate.frames > 0, video.rate.seconds > 0, frameCount > 0, video.keyframeInterval > 0 else {
            throw .unsuitable("pictures have a rate, and there is at least one")
        }
    }
}
