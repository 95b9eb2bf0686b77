/// The played intervals of one output, and the media that was repeated in them.
struct PlayedIntervals: Sendable {
    private(set) var passages: [PresentationReport.Interval] = []
    private(set) var repeats: [Range<Duration>] = []
    /// The last media since the last jump.
    private var last: Range<Duration>?
    private var speed = 1.0

    private static let limit = 1024
    private static let rounding: Duration = .milliseconds(20)

    /// The next media is not contiguous with the last.
    mutating func jump(speed: Double) {
        last = nil
        self.speed = speed
    }

    mutating func add(_ span: Range<Duration>) {
        guard !span.isEmpty else { return }
        guard let last, let passage = passages.last?.interval else {
            self.last = span
            if passages.count == Self.limit { passages.removeFirst(Self.limit / 2) }
            return passages.append(PresentationReport.Interval(span, speed: speed))
        }
        // Spans overlap slightly if frames are declared longer than the distance to the next one.
        if speed > 0, span.lowerBound < last.lowerBound - Self.rounding { again(span.clamped(to: passage)) }
        let whole =
            min(passage.lowerBound, span.lowerBound)..<max(passage.upperBound, span.upperBound)
        passages[passages.count - 1].interval = whole
        // During a repetition, the reference stays.
        self.last = speed > 0 && span.lowerBound < last.lowerBound ? last : span
    }

    private mutating func again(_ span: Range<Duration>) {
        guard !span.isEmpty else { return }
        if repeats.count == Self.limit { repeats.removeFirst(Self.limit / 2) }
        repeats.append(span)
    }
}
