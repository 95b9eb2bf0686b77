public import Playhead

/// The properties and the behaviour of a fake medium.
public struct FakeScript: Sendable {
    /// The time of a reply to a command.
    public enum Reply: Sendable, Hashable {
        /// The reply comes before the command returns.
        case atOnce
        /// The reply comes when ``FakeMedia`` completes the operation, and otherwise never.
        case whenTold
        /// The reply comes after a delay on the clock of the player, or earlier when ``FakeMedia`` completes
        /// the operation.
        case after(Duration)
    }

    /// A lack of data when playback first reaches a position.
    public struct Stall: Sendable, Hashable {
        /// The position at which playback stops.
        public var position: Duration
        /// The duration on the clock of the player; nil until ``FakeMedia`` ends the lack of data.
        public var length: Duration?

        /// Makes a stall at a position.
        public init(at position: Duration, for length: Duration? = nil) {
            self.position = position
            self.length = length
        }
    }

    /// A subtitle cue of a fake medium.
    public struct Cue: Sendable, Hashable {
        /// The text.
        public var text: String
        /// The start of the cue.
        public var start: Duration
        /// The end of the cue.
        public var end: Duration

        /// Makes a cue for a range of media time.
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
        /// The position at which playback fails.
        public var position: Duration

        /// Makes a fault at a position.
        public init(_ error: PlayerError, at position: Duration) {
            self.error = error
            self.position = position
        }
    }

    /// The declared duration; nil without one.
    public var duration: Duration? = .seconds(10)
    /// The actual end; nil if it equals the declared duration. An earlier end means that the medium is
    /// truncated.
    public var end: Duration?
    /// Whether seeks succeed.
    public var isSeekable = true
    /// Whether a new seek may cancel the current one, as with a dragged slider. Keyframes are then shown in
    /// between.
    public var isScrubbable = true
    /// Whether the content is live.
    public var isLive = false
    /// The initial DVR window of live content, which makes it seekable; nil without a window.
    public var liveWindow: Range<Duration>?
    /// The distance that playback keeps to the end of the window.
    public var holdBack: Duration = .seconds(6)
    /// Whether the medium has video.
    public var hasVideo = true
    /// Whether the medium has audio.
    public var hasAudio = true
    /// The duration of each video frame.
    public var frameDuration: Duration = .milliseconds(40)
    /// The distance between keyframes.
    public var keyframeInterval: Duration = .seconds(1)
    /// The positions at which data is lacking for some time.
    public var stalls: [Stall] = []
    /// The video size, reported with the first frame; nil for no report.
    public var videoSize: VideoSize?
    /// The metadata, reported with the first frame, including chapters.
    public var metadata = MediaMetadata()
    /// The subtitle cues.
    public var cues: [Cue] = []
    /// The tracks; nil makes one track for each kind that the medium has.
    public var tracks: [Track]?
    /// An error during playback.
    public var fault: Fault?
    /// The error of the opening, reported instead of the first frame; nil for none.
    public var openingError: PlayerError?
    /// The reply to the opening, which is the first frame.
    public var preroll: Reply = .atOnce
    /// The reply to a seek or step.
    public var seek: Reply = .atOnce
    /// The reply to the teardown of a load.
    public var teardown: Reply = .atOnce

    /// Makes a script of 10 s of video and audio, with immediate replies.
    public init() {}

    /// Makes a script with the changes of the closure.
    public init(_ change: (inout FakeScript) -> Void) { change(&self) }
}

extension FakeScript {
    func window(_ range: Range<Duration>, isComplete: Bool = false) -> StreamWindow {
        StreamWindow(from: range.lowerBound, to: range.upperBound, holdBack: holdBack, isComplete: isComplete)
    }
}
