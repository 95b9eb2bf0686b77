/// Receives the video frames and audio buffers of a player when an output presents them.
///
/// Both functions are called on streaming threads of GStreamer: one for video and one for audio, each in
/// order. The output waits until they return, so they must be short. They may read the player, and must not
/// command or wait for it.
///
/// Video frames are delivered when they are due. Audio buffers are delivered when they are passed to the
/// audio device, slightly before they are due; they have the due time.
///
/// Fake media of `PlayheadTesting` present nothing.
public protocol PresentationTap: AnyObject, Sendable {
    /// A video frame is presented.
    func didPresent(_ picture: PresentedVideoFrame)
    /// An audio buffer is presented.
    func didPresent(_ sound: PresentedAudioBuffer)
}

extension PresentationTap {
    /// Does nothing.
    public func didPresent(_ picture: PresentedVideoFrame) {}
    /// Does nothing.
    public func didPresent(_ sound: PresentedAudioBuffer) {}
}

/// A video frame that an output presented.
public struct PresentedVideoFrame: Sendable, Equatable {
    /// The number of the player's load, from 1.
    public var load: Int
    /// The position on the media timeline. After an exact seek into a frame, it is the seek target, because
    /// decoders clip the frame there.
    public var mediaTime: Duration
    /// The duration at normal speed; nil if the medium does not declare it.
    public var duration: Duration?
    /// The presentation time on the clock of the pipeline.
    public var clockTime: Duration
    /// Whether the frame is shown without media advancing: the first frame of a paused player, or the frame
    /// after a seek. It is presented once more when playback resumes.
    public var isHeld: Bool
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The luma of each pixel, in rows from the top: 0 to 255, of which video commonly uses 16 to 235.
    public var luma: [UInt8]

    /// Makes a frame, for tests of video analysis.
    public init(
        load: Int = 1, mediaTime: Duration, duration: Duration? = nil, clockTime: Duration = .zero,
        isHeld: Bool = false,
        width: Int, height: Int, luma: [UInt8]
    ) {
        self.load = load
        self.mediaTime = mediaTime
        self.duration = duration
        self.clockTime = clockTime
        self.isHeld = isHeld
        self.width = width
        self.height = height
        self.luma = luma
    }
}

/// A buffer of audio samples that an output presented.
public struct PresentedAudioBuffer: Sendable, Equatable {
    /// The number of the player's load, from 1.
    public var load: Int
    /// The position of the first sample on the media timeline.
    public var mediaTime: Duration
    /// The presentation time of the first sample on the clock of the pipeline.
    public var clockTime: Duration
    /// Whether the buffer is held without media advancing. The same samples are presented once more when
    /// playback resumes.
    public var isHeld: Bool
    /// The sample rate in Hz.
    public var sampleRate: Int
    /// The number of channels.
    public var channels: Int
    /// The samples, -1 to 1, interleaved by channel.
    public var samples: [Float]

    /// The number of audio frames, with one sample per channel each.
    public var frames: Int { channels > 0 ? samples.count / channels : 0 }
    /// The duration at the sample rate: correct at normal speed, and at others if the pitch is kept.
    public var duration: Duration { sampleRate > 0 ? .seconds(frames) / sampleRate : .zero }

    /// Makes a buffer, for tests of audio analysis.
    public init(
        load: Int = 1, mediaTime: Duration, clockTime: Duration = .zero, isHeld: Bool = false,
        sampleRate: Int, channels: Int, samples: [Float]
    ) {
        self.load = load
        self.mediaTime = mediaTime
        self.clockTime = clockTime
        self.isHeld = isHeld
        self.sampleRate = sampleRate
        self.channels = channels
        self.samples = samples
    }
}
