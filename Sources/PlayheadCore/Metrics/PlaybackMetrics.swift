/// How the playback of one item went, in figures.
///
/// Times are lengths on the player's clock: on a virtual one they are exact and the same in every run.
public struct PlaybackMetrics: Sendable, Equatable, Codable {
    /// How long it took from when the item was asked for until each stage of its start; nil for one that was not reached. What was opened
    /// ahead of its turn has been through the first stages when it is asked for.
    public struct Startup: Sendable, Hashable, Codable {
        /// Its length, its streams or what it says of itself were known.
        public internal(set) var untilMetadata: Duration?
        /// Its first frame or sample could be shown.
        public internal(set) var untilReady: Duration?
        /// Media advanced.
        public internal(set) var untilStarted: Duration?
    }

    /// A time in which playback stood still, because media did not come, for longer than a moment.
    public struct Stall: Sendable, Hashable, Codable {
        /// Where.
        public internal(set) var position: Duration
        /// How long; until now or until it was given up, for one that did not end by media coming.
        public internal(set) var length: Duration
        /// Whether media came.
        public internal(set) var hasEnded = false
    }

    /// A seek that was carried out.
    public struct Seek: Sendable, Hashable, Codable {
        /// Where it led.
        public internal(set) var position: Duration
        /// How long after it was asked for; where several followed each other, after the first of them.
        public internal(set) var latency: Duration
    }

    /// What was played.
    public internal(set) var uri: String
    /// How often another item has become current, this one included (``PlayerSnapshot/itemNumber``).
    public internal(set) var itemNumber: Int
    /// How it began.
    public internal(set) var startup = Startup()
    /// The stalls, in order: the latest hundred.
    public internal(set) var stalls: [Stall] = []
    /// How many there were.
    public internal(set) var stallCount = 0
    /// How long they were together.
    public internal(set) var stallTime: Duration = .zero
    /// The seeks that were carried out, in order: the latest hundred.
    public internal(set) var seeks: [Seek] = []
    /// How many there were.
    public internal(set) var seekCount = 0
    /// How many pictures were decoded for the output, and came to it.
    public internal(set) var decodedVideoFrames = 0
    /// How many of them were presented, rather than left out because they came too late.
    public internal(set) var presentedVideoFrames = 0
    /// How many pictures were left out because playback was behind: after decoding, or instead of it. Without a window every picture that comes is
    /// presented.
    public internal(set) var droppedVideoFrames = 0
    /// How many runs of samples have reached the output.
    public internal(set) var presentedAudioBuffers = 0
    /// How often the sound output had nothing more to play though there was more to come; 0 without a sound output.
    public internal(set) var audioUnderruns = 0
    /// How often sound was left out, because it came too late, to be in time again.
    public internal(set) var audioResyncs = 0
    /// How many bytes were fetched for it, as far as that is counted.
    public internal(set) var fetchedBytes = 0
    /// How long that took; with ``fetchedBytes``, the bandwidth.
    public internal(set) var fetchTime: Duration = .zero
    /// How often another variant of an adaptive stream was taken.
    public internal(set) var variantSwitches = 0
    /// How many warnings there were.
    public internal(set) var warnings = 0
    /// How much media reached the outputs, each part counted once.
    public internal(set) var played: Duration = .zero
    /// How long media has been advancing.
    public internal(set) var watched: Duration = .zero
    /// How long the item has been current; until its last end, if it has ended.
    public internal(set) var wallTime: Duration = .zero
    /// Why it ended; nil while it has not.
    public internal(set) var outcome: EndReason?
    /// Whether it has ceased to be current, so that nothing of this changes any more.
    public internal(set) var isFinal = false

    /// What was fetched in a second while something was, in bits; nil where nothing was counted.
    public var bandwidth: Double? {
        fetchTime > .zero ? Double(fetchedBytes) * 8 / (fetchTime / .seconds(1)) : nil
    }
}
