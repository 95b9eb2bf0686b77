/// A frame of sample media that was presented.
public struct PresentedFrame: Sendable, Hashable {
    /// Which load of the player it belongs to, counted from 1.
    public var load: Int
    /// The item that it says it belongs to.
    public var item: Int
    /// Which frame it says it is.
    public var number: Int
    /// Where it stood on the timeline of the medium.
    public var mediaTime: Duration
    /// When it was presented, on the clock of the pipeline.
    public var clockTime: Duration
    /// Whether it was shown while nothing advanced.
    public var isHeld: Bool
    /// Whether it was the first one of a load or after a jump.
    public var isLanding: Bool
}

/// A block of the sound of sample media that was presented; it lasts 50 ms.
public struct PresentedBlock: Sendable, Hashable {
    /// Which load of the player it belongs to, counted from 1.
    public var load: Int
    /// The item that it says it belongs to.
    public var item: Int
    /// The track that it says it belongs to.
    public var track: Int
    /// Which block it says it is; block 0 begins with the medium.
    public var number: Int
    /// Where its beginning stood on the timeline of the medium, to a few milliseconds.
    public var mediaTime: Duration
    /// When its beginning was presented, on the clock of the pipeline.
    public var clockTime: Duration

    /// Where its beginning belongs on the timeline of the medium.
    public var properTime: Duration { SoundCode.blockLength * number }
}

/// How the sound goes on from one load to the next, and the pictures.
public struct TrackTransition: Sendable, Hashable {
    /// The load that begins.
    public var load: Int
    /// How long after the end of the last frame the first one is shown, on the clock; negative when it comes too early. Nil when one of both
    /// has no pictures.
    public var pictureGap: Duration?
    /// How long after the last sound the first one is heard, on the clock; nil when one of both has none.
    public var soundGap: Duration?

    /// A joint.
    public init(load: Int, pictureGap: Duration? = nil, soundGap: Duration? = nil) {
        self.load = load
        self.pictureGap = pictureGap
        self.soundGap = soundGap
    }
}

/// Something that is wrong with what was presented of sample media.
public enum TestPatternFinding: Sendable, Hashable {
    /// A frame was not shown between others that were.
    case dropped(item: Int, frame: Int)
    /// A frame was presented more than once.
    case doubled(item: Int, frame: Int)
    /// A frame came after one that follows it.
    case outOfOrder(item: Int, frame: Int)
    /// The picture at this media time could not be read, or is of no item that is known.
    case unreadablePicture(at: Duration)
    /// Nothing could be told of the sound between these media times, and it was not silent.
    case unreadableSound(from: Duration, to: Duration)
    /// No sound was to be heard between these media times.
    case silence(from: Duration, to: Duration)
    /// The sound came so much later than the pictures that it belongs to, between these media times; earlier if negative.
    case skew(Duration, from: Duration, to: Duration)
}

/// What a ``TestPatternReader`` has to say.
public struct TestPatternVerdict: Sendable, Equatable {
    /// Everything that is wrong; empty when all is well.
    public var findings: [TestPatternFinding]
    /// The least and the greatest skew that was measured, nil when none could be.
    public var skew: ClosedRange<Duration>?
    /// How the loads follow each other.
    public var transitions: [TrackTransition]

    /// Whether nothing is wrong.
    public var isClean: Bool { findings.isEmpty }
}
