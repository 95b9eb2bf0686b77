/// A generated media file in which each video frame and each audio block identifies itself.
///
/// Each frame contains the number of the item and its own number, and the audio contains the same information
/// in tones. A ``TestPatternReader`` reads both at presentation. The file has the specified properties and
/// faults.
public struct TestPattern: Sendable, Hashable {
    /// The number of the item, 0 to 255.
    public var item: Int
    /// The duration. The writer rounds it to whole video frames and writes audio up to the end of the last
    /// frame.
    public var length: Duration
    /// The container format.
    public var container: Container
    /// The video; nil for audio alone.
    public var video: Video?
    /// The audio tracks, at most 8. The audio of each track also contains its track number.
    public var audio: [Audio]
    /// The subtitle cues, in Matroska only.
    public var cues: [Cue]
    /// The deliberate faults.
    public var faults: [TestPatternFault]

    /// Makes a test pattern. By default it has the common codecs of the container.
    ///
    /// - Parameters:
    ///   - video: The video; nil means the common codec of the container, if it supports video.
    ///   - audio: The audio tracks; nil means one track with the common codec.
    public init(
        _ container: Container = .mp4, item: Int = 0, length: Duration = .seconds(4), video: Video? = nil,
        audio: [Audio]? = nil, cues: [Cue] = [], faults: [TestPatternFault] = []
    ) {
        self.container = container
        self.item = item
        self.length = length
        self.video = video ?? container.commonVideo.map { Video($0) }
        self.audio = audio ?? [Audio(container.commonAudio)]
        self.cues = cues
        self.faults = faults
    }

    /// The same pattern without video.
    public var withoutVideo: TestPattern {
        var media = self
        media.video = nil
        return media
    }

    /// The same pattern without audio.
    public var withoutAudio: TestPattern {
        var media = self
        media.audio = []
        return media
    }
}

extension TestPattern {
    /// A container format.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// MPEG-4 part 14, with H.264, H.265 and AAC.
        case mp4
        /// Matroska, with any codec and with subtitles.
        case matroska
        /// WebM, with VP8, VP9, Vorbis and Opus.
        case webm
        /// Ogg with one track of Vorbis, Opus or FLAC.
        case ogg
        /// WAV with one track of PCM.
        case wav
        /// FLAC with one track.
        case flac

        /// The file name extension.
        public var fileExtension: String { self == .matroska ? "mkv" : rawValue }
    }

    /// A video codec.
    public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
        /// H.264 without reordered frames.
        case h264
        /// H.265.
        case h265
        /// VP8.
        case vp8
        /// VP9.
        case vp9
    }

    /// An audio codec.
    public enum AudioCodec: String, Sendable, Hashable, CaseIterable {
        /// AAC, low complexity.
        case aac
        /// MPEG-1 layer 3, in Matroska.
        case mp3
        /// Opus, at 48 kHz.
        case opus
        /// Vorbis.
        case vorbis
        /// FLAC, lossless.
        case flac
        /// PCM with 16 bits.
        case pcm
    }

    /// The video of a test pattern.
    public struct Video: Sendable, Hashable {
        /// The codec.
        public var codec: VideoCodec
        /// The width in pixels, at least 64, and a multiple of 8.
        public var width: Int
        /// The height in pixels, at least 48, and even.
        public var height: Int
        /// The frame rate.
        public var rate: FrameRate
        /// The distance between keyframes, in frames.
        public var keyframeInterval: Int

        /// Makes a video description.
        public init(
            _ codec: VideoCodec, width: Int = 160, height: Int = 96, rate: FrameRate = 25,
            keyframeInterval: Int = 25
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.rate = rate
            self.keyframeInterval = keyframeInterval
        }
    }

    /// An audio track of a test pattern.
    public struct Audio: Sendable, Hashable {
        /// The codec.
        public var codec: AudioCodec
        /// The sample rate in hertz: 44100 or 48000.
        public var sampleRate: Int
        /// The number of channels: 1 or 2. Both have the same content.
        public var channels: Int

        /// Makes a track description.
        public init(_ codec: AudioCodec, sampleRate: Int = 48_000, channels: Int = 2) {
            self.codec = codec
            self.sampleRate = sampleRate
            self.channels = channels
        }
    }

    /// A subtitle cue of a test pattern.
    public struct Cue: Sendable, Hashable {
        /// The text.
        public var text: String
        /// The start.
        public var start: Duration
        /// The end.
        public var end: Duration

        /// Makes a cue.
        public init(_ text: String, start: Duration, end: Duration) {
            self.text = text
            self.start = start
            self.end = end
        }
    }
}
