/// The media of an item that reached the outputs, and its gaps.
///
/// It is measured where decoded media enters the outputs, independent of the source, the duration or the
/// clock. The report omits media that was skipped by a seek, lies outside the item's start and end positions,
/// or is not reached yet. Such media is no gap.
public struct PresentationReport: Sendable, Equatable {
    /// The presented media of one output.
    public struct Stream: Sendable, Equatable {
        /// The presented ranges of the medium, merged and in order. Beyond 4,096 ranges, the two nearest are
        /// joined.
        public var playedRanges: [Range<Duration>] = []
        /// The playback intervals in the order of playback; the last 1,024.
        public var intervals: [Interval] = []
        /// The media presented twice within one interval; the last 1,024.
        public var duplicates: [Range<Duration>] = []

        /// Makes an empty report.
        public init() {}

        /// The presented media time; repeated media counts once.
        public var played: Duration { playedRanges.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) } }
    }

    /// An interval of playback: from a start or a seek to the next one, or to the end.
    public struct Interval: Sendable, Equatable {
        /// The covered range, gaps included.
        public var interval: Range<Duration>
        /// The speed; negative backwards.
        public var speed: Double

        /// Makes an interval.
        public init(_ interval: Range<Duration>, speed: Double = 1) {
            self.interval = interval
            self.speed = speed
        }
    }

    /// The presented video.
    public var video = Stream()
    /// The presented audio.
    public var audio = Stream()
    /// The gaps in the order of detection; the first 1,000 (``PlayerSnapshot/gaps``).
    public var gaps: [MediaGap] = []

    /// Makes an empty report.
    public init() {}

    /// The gaps in the video alone: the frame before each of them stayed visible.
    public var freezes: [MediaGap] { gaps.filter { $0.kind == .video } }

    /// The presented media time of the output with more media.
    public var played: Duration { max(video.played, audio.played) }
}
