/// A presented video frame of a test pattern.
public struct PresentedFrame: Sendable, Hashable {
    /// The number of the load, counted from 1.
    public var load: Int
    /// The item in the code of the frame.
    public var item: Int
    /// The frame number in the code of the frame.
    public var number: Int
    /// The media time of the frame.
    public var mediaTime: Duration
    /// The presentation time on the clock of the pipeline.
    public var clockTime: Duration
    /// Whether the frame was shown while playback was stopped.
    public var isHeld: Bool
    /// Whether the frame was the first one of a load or after a jump.
    public var isLanding: Bool
}

/// A presented audio block of a test pattern, with a duration of 50 ms.
public struct PresentedBlock: Sendable, Hashable {
    /// The number of the load, counted from 1.
    public var load: Int
    /// The item in the code of the block.
    public var item: Int
    /// The track in the code of the block.
    public var track: Int
    /// The number of the block; block 0 begins with the medium.
    public var number: Int
    /// The media time of its beginning, accurate to a few milliseconds.
    public var mediaTime: Duration
    /// The presentation time of its beginning on the clock of the pipeline.
    public var clockTime: Duration

    /// The correct media time of its beginning.
    public var properTime: Duration { SoundCode.blockLength * number }
}

/// The change from one load to the next, with the distances of audio and video.
public struct TrackTransition: Sendable, Hashable {
    /// The number of the load that begins.
    public var load: Int
    /// The time between the end of the last frame and the first frame, on the clock. It is negative for an
    /// overlap, and nil if a load has no video.
    public var pictureGap: Duration?
    /// The time between the last audio and the first audio, on the clock; nil if a load has no audio.
    public var soundGap: Duration?

    /// Makes a transition.
    public init(load: Int, pictureGap: Duration? = nil, soundGap: Duration? = nil) {
        self.load = load
        self.pictureGap = pictureGap
        self.soundGap = soundGap
    }
}

/// A fault in the presentation of a test pattern.
public enum TestPatternFinding: Sendable, Hashable {
    /// A frame between presented frames was not presented.
    case dropped(item: Int, frame: Int)
    /// A frame was presented more than once.
    case doubled(item: Int, frame: Int)
    /// A frame was presented after its successor.
    case outOfOrder(item: Int, frame: Int)
    /// The code of the frame at this media time is unreadable, or its item is unknown.
    case unreadablePicture(at: Duration)
    /// The code of the audio in this range is unreadable, and the audio is not silent.
    case unreadableSound(from: Duration, to: Duration)
    /// The audio in this range is silent.
    case silence(from: Duration, to: Duration)
    /// The audio in this range is delayed relative to the video; a negative value means early audio.
    case skew(Duration, from: Duration, to: Duration)
}

/// The evaluation of a presented test pattern.
public struct TestPatternVerdict: Sendable, Equatable {
    /// All faults; empty for a correct presentation.
    public var findings: [TestPatternFinding]
    /// The smallest and the largest measured skew; nil without a measurement.
    public var skew: ClosedRange<Duration>?
    /// The transitions between loads.
    public var transitions: [TrackTransition]

    /// Whether there are no faults.
    public var isClean: Bool { findings.isEmpty }
}
