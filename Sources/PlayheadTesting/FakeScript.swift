public import Playhead

/// What a fake medium is, and what it does by itself.
public struct FakeScript: Sendable {
    /// When something is answered.
    public enum Reply: Sendable, Hashable {
        /// Before the command that asks for it returns.
        case atOnce
        /// When ``FakeMedia`` is told to; never, if it is not.
        case whenTold
        /// So much later, on the player's clock, or when ``FakeMedia`` is told to before.
        case after(Duration)
    }

    /// A time for which data does not come: once, when playback first comes to a position.
    public struct Stall: Sendable, Hashable {
        /// Where playback comes to a standstill.
        public var position: Duration
        /// How long, on the player's clock; nil until ``FakeMedia`` is told that data comes again.
        public var length: Duration?

        /// A stall at a position.
        public init(at position: Duration, for length: Duration? = nil) {
            self.position = position
            self.length = length
        }
    }

    /// A subtitle.
    public struct Cue: Sendable, Hashable {
        /// What is to be read.
        public var text: String
        /// From when on.
        public var start: Duration
        /// Until when.
        public var end: Duration

        /// A subtitle for a stretch of media.
        public init(_ text: String, from start: Duration, to end: Duration) {
            self.text = text
            self.start = start
            self.end = end
        }
    }

    /// An error that ends playback at a position.
    public struct Fault: Sendable, Equatable {
        /// The error.
        public var error: PlayerError
        /// Where playback fails.
        public var position: Duration

        /// An error at a position.
        public init(_ error: PlayerError, at position: Duration) {
            self.error = error
            self.position = position
        }
    }

    /// The length that the medium claims; nil when it makes no claim.
    public var duration: Duration? = .seconds(10)
    /// Where the medium really ends, if that is not where it claims to: earlier, and it is truncated.
    public var end: Duration?
    /// Whether seeks succeed.
    public var isSeekable = true
    /// Whether a seek may be cut off by the next one, as while a slider is dragged: keyframes are shown on the way then.
    public var isScrubbable = true
    /// Whether it is live content.
    public var isLive = false
    /// What there is of live content at first, on its timeline: it can be sought in; nil for what keeps nothing.
    public var liveWindow: Range<Duration>?
    /// How far playback keeps off the end of that.
    public var holdBack: Duration = .seconds(6)
    /// Whether it has pictures.
    public var hasVideo = true
    /// Whether it has sound.
    public var hasAudio = true
    /// The length of each frame.
    public var frameDuration: Duration = .milliseconds(40)
    /// The distance of keyframes.
    public var keyframeInterval: Duration = .seconds(1)
    /// Where data ceases to come for a while.
    public var stalls: [Stall] = []
    /// What a person sees of its pictures, told with the first frame; nil to tell nothing.
    public var videoSize: VideoSize?
    /// What it says about itself, told with the first frame: its chapters among that.
    public var metadata = MediaMetadata()
    /// The subtitles.
    public var cues: [Cue] = []
    /// What there is to choose from; nil stands for one track of each kind that there is.
    public var tracks: [Track]?
    /// What goes wrong in the middle.
    public var fault: Fault?
    /// Why it cannot be opened, said when the first frame would be there; nil when it can.
    public var openingError: PlayerError?
    /// When the first frame is there.
    public var preroll: Reply = .atOnce
    /// When a seek or a step is done.
    public var seek: Reply = .atOnce
    /// When nothing is left of a load that was taken down.
    public var teardown: Reply = .atOnce

    /// Ten seconds of picture and sound that answer everything at once.
    public init() {}

    /// A script that differs from the plain one in what the closure changes.
    public init(_ change: (inout FakeScript) -> Void) { change(&self) }
}

extension FakeScript {
    func window(_ range: Range<Duration>, isComplete: Bool = false) -> StreamWindow {
        StreamWindow(from: range.lowerBound, to: range.upperBound, holdBack: holdBack, isComplete: isComplete)
    }
}
