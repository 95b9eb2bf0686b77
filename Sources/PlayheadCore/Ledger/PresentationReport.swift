/// What of an item truly reached the outputs, and what did not though it was to be played.
///
/// It is written where decoded media come to the outputs, so that it holds whatever the source, the length or the clock say. What was
/// skipped by a seek, lies before the start or behind the end of an item, or was not come by yet, is not in it and no gap.
public struct PresentationReport: Sendable, Equatable {
    /// What reached one output.
    public struct Stream: Sendable, Equatable {
        /// The parts of the medium that were presented, merged and in order. Beyond 4,096 of them the two that lie nearest are joined.
        public var playedRanges: [Range<Duration>] = []
        /// The stretches of playback, in the order in which they were played; the last 1,024.
        public var intervals: [Interval] = []
        /// What was presented twice within one interval; the last 1,024.
        public var duplicates: [Range<Duration>] = []

        /// Nothing.
        public init() {}

        /// How much of the medium was presented, each part counted once.
        public var played: Duration { playedRanges.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) } }
    }

    /// A stretch of playback: from a start or a seek to the next one, or to the end.
    public struct Interval: Sendable, Equatable {
        /// Where it came by, gaps included.
        public var interval: Range<Duration>
        /// How fast it was played; negative backwards.
        public var speed: Double

        /// A stretch of playback.
        public init(_ interval: Range<Duration>, speed: Double = 1) {
            self.interval = interval
            self.speed = speed
        }
    }

    /// What was seen.
    public var video = Stream()
    /// What was heard.
    public var audio = Stream()
    /// What did not come though it was to be played, in the order in which that became certain; the first 1,000
    /// (``PlayerSnapshot/gaps``).
    public var gaps: [MediaGap] = []

    /// An empty ledger.
    public init() {}

    /// The gaps in the pictures alone: the one before each of them stood still meanwhile.
    public var freezes: [MediaGap] { gaps.filter { $0.kind == .video } }

    /// How much of the medium was presented, by the output that was given most.
    public var played: Duration { max(video.played, audio.played) }
}
