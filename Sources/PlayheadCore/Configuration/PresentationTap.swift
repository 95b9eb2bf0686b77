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
public struct PresentedVideoFrame: Sendable {
    /// The number of the player's load, from 1.
    public var load: Int
    /// The frame. After an exact seek into it, its time is the seek target, because decoders clip the frame
    /// there.
    public var frame: VideoFrame
    /// The presentation time on the clock of the pipeline.
    public var clockTime: Duration
    /// The number of frames directly before this one that a slow consumer of ``Player/videoFrames(buffering:)``
    /// has lost.
    public var lost = 0
    /// Whether the frame is shown without media advancing: the first frame of a paused player, or the frame
    /// after a seek. It is presented once more when playback resumes.
    public var isHeld: Bool

    /// The position on the media timeline: ``VideoFrame/time``.
    public var mediaTime: Duration { frame.time }
    /// The duration at normal speed; nil if the medium does not declare it.
    public var duration: Duration? { frame.duration }
    /// The width in pixels.
    public var width: Int { frame.width }
    /// The height in pixels.
    public var height: Int { frame.height }
    /// The luma of each pixel: ``VideoFrame/luma``.
    public var luma: [UInt8] { frame.luma }

    /// Makes a presented frame, for tests of video analysis.
    public init(load: Int = 1, frame: VideoFrame, clockTime: Duration = .zero, isHeld: Bool = false) {
        self.load = load
        self.frame = frame
        self.clockTime = clockTime
        self.isHeld = isHeld
    }
}

/// A buffer of audio samples that an output presented.
public struct PresentedAudioBuffer: Sendable, Equatable {
    /// The number of the player's load, from 1.
    public var load: Int
    /// The samples.
    public var buffer: AudioBuffer
    /// The presentation time of the first sample on the clock of the pipeline.
    public var clockTime: Duration
    /// The number of buffers directly before this one that a slow consumer of ``Player/audioBuffers(buffering:)``
    /// has lost.
    public var lost = 0
    /// Whether the buffer is held without media advancing. The same samples are presented once more when
    /// playback resumes.
    public var isHeld: Bool

    /// The position of the first sample on the media timeline: ``AudioBuffer/time``.
    public var mediaTime: Duration { buffer.time }
    /// The sample rate in Hz.
    public var sampleRate: Int { buffer.sampleRate }
    /// The number of channels.
    public var channels: Int { buffer.channels }
    /// The samples, -1 to 1, interleaved by channel.
    public var samples: [Float] { buffer.samples }
    /// The number of audio frames, with one sample per channel each.
    public var frames: Int { buffer.frames }
    /// The duration at the sample rate: correct at normal speed, and at others if the pitch is kept.
    public var duration: Duration { buffer.duration }

    /// Makes a presented buffer, for tests of audio analysis.
    public init(load: Int = 1, buffer: AudioBuffer, clockTime: Duration = .zero, isHeld: Bool = false) {
        self.load = load
        self.buffer = buffer
        self.clockTime = clockTime
        self.isHeld = isHeld
    }
}
