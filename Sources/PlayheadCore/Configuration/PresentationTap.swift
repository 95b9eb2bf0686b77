/// Sees and hears what a player presents, at the moment when an output presents it.
///
/// Both functions are called on streaming threads of GStreamer: pictures on one and sound on another, each in order. What comes next waits
/// until they return, so they are to be short; they may read the player, but neither command nor wait for it.
///
/// Pictures are told when they are due. So is sound, but that a sound device is given it a little ahead: that is when it is told, with the time
/// at which it is due.
/// A fake medium of `PlayheadTesting` presents nothing that could be seen or heard.
public protocol PresentationTap: AnyObject, Sendable {
    /// A picture is shown.
    func didPresent(_ picture: PresentedVideoFrame)
    /// A run of samples is played.
    func didPresent(_ sound: PresentedAudioBuffer)
}

extension PresentationTap {
    /// Does nothing.
    public func didPresent(_ picture: PresentedVideoFrame) {}
    /// Does nothing.
    public func didPresent(_ sound: PresentedAudioBuffer) {}
}

/// A picture that an output presented.
public struct PresentedVideoFrame: Sendable, Equatable {
    /// Which load of the player it belongs to, counted from 1.
    public var load: Int
    /// Where it stands on the timeline of the medium; after an exact seek into a picture that is its target, because decoders cut off
    /// what lies before.
    public var mediaTime: Duration
    /// How long it lasts at normal speed; nil when the medium does not say.
    public var duration: Duration?
    /// When it was presented, on the clock of the pipeline.
    public var clockTime: Duration
    /// Whether it is shown while nothing advances: the first one of a paused player, or the one after a seek. The same
    /// picture is presented once more when playback goes on.
    public var isHeld: Bool
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// How bright each pixel is, row after row from the top: 0 to 255, of which video commonly uses 16 to 235.
    public var luma: [UInt8]

    /// A picture, for tests of what looks at pictures.
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

/// A run of samples that an output presented.
public struct PresentedAudioBuffer: Sendable, Equatable {
    /// Which load of the player it belongs to, counted from 1.
    public var load: Int
    /// Where its first sample stands on the timeline of the medium.
    public var mediaTime: Duration
    /// When its first sample was presented, on the clock of the pipeline.
    public var clockTime: Duration
    /// Whether it is held back while nothing advances; the same samples are presented once more when playback goes on.
    public var isHeld: Bool
    /// Samples of one channel in a second.
    public var sampleRate: Int
    /// How many channels the samples are of.
    public var channels: Int
    /// The samples, -1 to 1, all channels of an instant side by side.
    public var samples: [Float]

    /// How many instants it covers.
    public var frames: Int { channels > 0 ? samples.count / channels : 0 }
    /// How long it lasts at its sample rate: at normal speed, and where the pitch is kept at another one.
    public var duration: Duration { sampleRate > 0 ? .seconds(frames) / sampleRate : .zero }

    /// Sound, for tests of what listens to sound.
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
