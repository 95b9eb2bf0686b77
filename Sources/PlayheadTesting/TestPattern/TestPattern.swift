/// A media file that tells of every frame and of every moment of its sound which one it is.
///
/// Each frame shows the number of the item and its own, and the sound says the same in tones; a ``TestPatternReader`` reads both where they
/// are presented. What is written is what is asked for, with the faults that are asked for.
public struct TestPattern: Sendable, Hashable {
    /// Tells one item from another, 0 to 255.
    public var item: Int
    /// How long it is; a whole number of frames is written, and sound until the last one ends.
    public var length: Duration
    /// The form of the file.
    public var container: Container
    /// The pictures; nil for sound alone.
    public var video: Video?
    /// The tracks of sound, at most 8; the sound of each one also says which track it is.
    public var audio: [Audio]
    /// Texts with their times, in Matroska only.
    public var cues: [Cue]
    /// What is wrong with it, on purpose.
    public var faults: [TestPatternFault]

    /// A medium with what a container commonly has, unless told otherwise.
    ///
    /// - Parameters:
    ///   - video: nil stands for the common codec of the container, if it holds pictures.
    ///   - audio: nil stands for one track of the common codec.
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

    /// The same without pictures.
    public var withoutVideo: TestPattern {
        var media = self
        media.video = nil
        return media
    }

    /// The same without sound.
    public var withoutAudio: TestPattern {
        var media = self
        media.audio = []
        return media
    }
}

extension TestPattern {
    /// The form of a file.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// MPEG-4 part 14, with H.264, H.265 and AAC.
        case mp4
        /// Matroska, with any codec, and with texts.
        case matroska
        /// WebM, with VP8, VP9, Vorbis and Opus.
        case webm
        /// One track of Vorbis, Opus or FLAC.
        case ogg
        /// One track of samples as they are.
        case wav
        /// One track of FLAC.
        case flac

        /// How the name of such a file ends.
        public var fileExtension: String { self == .matroska ? "mkv" : rawValue }
    }

    /// How pictures are coded.
    public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
        /// H.264, without pictures out of order.
        case h264
        /// H.265.
        case h265
        /// VP8.
        case vp8
        /// VP9.
        case vp9
    }

    /// How sound is coded.
    public enum AudioCodec: String, Sendable, Hashable, CaseIterable {
        /// AAC, low complexity.
        case aac
        /// MPEG-1 layer 3, in Matroska.
        case mp3
        /// Opus, at 48 kHz.
        case opus
        /// Vorbis.
        case vorbis
        /// FLAC, without loss.
        case flac
        /// Samples of 16 bits as they are.
        case pcm
    }

    /// The pictures of a medium.
    public struct Video: Sendable, Hashable {
        /// How they are coded.
        public var codec: VideoCodec
        /// In pixels, at least 64, and a multiple of 8.
        public var width: Int
        /// In pixels, at least 48, and even.
        public var height: Int
        /// How many in a second.
        public var rate: FrameRate
        /// How many frames lie from one keyframe to the next.
        public var keyframeInterval: Int

        /// Pictures.
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

    /// A track of sound.
    public struct Audio: Sendable, Hashable {
        /// How it is coded.
        public var codec: AudioCodec
        /// Samples of one channel in a second: 44100 or 48000.
        public var sampleRate: Int
        /// One or two, which sound alike.
        public var channels: Int

        /// A track of sound.
        public init(_ codec: AudioCodec, sampleRate: Int = 48_000, channels: Int = 2) {
            self.codec = codec
            self.sampleRate = sampleRate
            self.channels = channels
        }
    }

    /// A text with its times.
    public struct Cue: Sendable, Hashable {
        /// What is shown.
        public var text: String
        /// From when.
        public var start: Duration
        /// Until when.
        public var end: Duration

        /// A text with its times.
        public init(_ text: String, start: Duration, end: Duration) {
            self.text = text
            self.start = start
            self.end = end
        }
    }
}
