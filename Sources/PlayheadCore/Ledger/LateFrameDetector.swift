/// Finds the stretches in which no picture was shown because all came too late, or were not decoded for that reason.
struct LateFrameDetector: Sendable {
    /// How many pictures did not come because decoders were behind, by their lengths.
    private(set) var skipped = 0
    /// What was left out last, without a picture in between.
    private var stretch: Range<Duration>?
    /// Up to where decoders may leave out pictures.
    private var behindUntil: Duration?
    private var isForwards = true

    /// A picture that came is not shown. Answers with the stretch before it, if that has ended and was long enough to be seen.
    mutating func drop(_ span: Range<Duration>) -> [MediaGap] {
        guard isForwards, !span.isEmpty else { return [] }
        guard let known = stretch, span.lowerBound <= known.upperBound + Self.rounding else {
            defer { stretch = span }
            return close()
        }
        stretch = min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound)
        return []
    }

    /// What came up to here was late: decoders leave out what would be too late too, up to about as much again.
    mutating func noteLateness(_ late: Duration, at position: Duration) {
        behindUntil = position + late * 2 + Self.reaction
    }

    /// A picture comes, behind what ended here. Whether it is shown is known when the next one comes.
    mutating func pass(_ span: Range<Duration>, behind front: Duration) -> [MediaGap] {
        let gap = front..<max(front, span.lowerBound)
        if gap.length > span.length / 2, explains(gap) {
            skipped += max(Int((gap.length / max(span.length, .milliseconds(1))).rounded()), 1)
            return drop(gap)
        }
        guard let known = stretch, span.lowerBound > known.upperBound + Self.rounding else { return [] }
        return close()
    }

    /// Whether nothing came there because decoders were behind.
    func explains(_ gap: Range<Duration>) -> Bool {
        guard isForwards, !gap.isEmpty, let behindUntil else { return false }
        return gap.lowerBound <= behindUntil && gap.upperBound <= behindUntil + Self.reaction
    }

    /// What comes next does not continue what came last.
    mutating func jump(speed: Double) -> [MediaGap] {
        defer { (isForwards, behindUntil) = (speed > 0, nil) }
        return close()
    }

    /// Nothing more comes for now.
    mutating func close() -> [MediaGap] {
        defer { stretch = nil }
        guard let stretch, stretch.length > GapDetector.shortest else { return [] }
        return [MediaGap(kind: .video, from: stretch.lowerBound, to: stretch.upperBound, cause: .late)]
    }

    private static let rounding: Duration = .milliseconds(20)
    /// For how long decoders go on leaving pictures out that are in time again.
    private static let reaction: Duration = .seconds(1)
}
