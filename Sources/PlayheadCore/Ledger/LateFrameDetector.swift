/// Finds intervals without video because all frames came too late, or were not decoded for that reason.
struct LateFrameDetector: Sendable {
    /// The number of frames that slow decoders skipped, by their durations.
    private(set) var skipped = 0
    /// The last interval of dropped frames, without a shown frame in between.
    private var stretch: Range<Duration>?
    /// The end of the media in which decoders may skip frames.
    private var behindUntil: Duration?
    private var isForwards = true

    /// A frame is dropped. Returns the interval before it, if that has ended and was long enough to be
    /// visible.
    mutating func drop(_ span: Range<Duration>) -> [MediaGap] {
        guard isForwards, !span.isEmpty else { return [] }
        guard let known = stretch, span.lowerBound <= known.upperBound + Self.rounding else {
            defer { stretch = span }
            return close()
        }
        stretch = min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound)
        return []
    }

    /// Media was late up to this position: decoders skip frames for about the same duration after it.
    mutating func noteLateness(_ late: Duration, at position: Duration) {
        behindUntil = position + late * 2 + Self.reaction
    }

    /// A frame arrives after the end of the last one. The next frame shows whether it was presented.
    mutating func pass(_ span: Range<Duration>, behind front: Duration) -> [MediaGap] {
        let gap = front..<max(front, span.lowerBound)
        if gap.length > span.length / 2, explains(gap) {
            skipped += max(Int((gap.length / max(span.length, .milliseconds(1))).rounded()), 1)
            return drop(gap)
        }
        guard let known = stretch, span.lowerBound > known.upperBound + Self.rounding else { return [] }
        return close()
    }

    /// Whether slow decoders explain a gap.
    func explains(_ gap: Range<Duration>) -> Bool {
        guard isForwards, !gap.isEmpty, let behindUntil else { return false }
        return gap.lowerBound <= behindUntil && gap.upperBound <= behindUntil + Self.reaction
    }

    /// The next media is not contiguous with the last.
    mutating func jump(speed: Double) -> [MediaGap] {
        defer { (isForwards, behindUntil) = (speed > 0, nil) }
        return close()
    }

    /// The media pauses or ends.
    mutating func close() -> [MediaGap] {
        defer { stretch = nil }
        guard let stretch, stretch.length > GapDetector.shortest else { return [] }
        return [MediaGap(kind: .video, from: stretch.lowerBound, to: stretch.upperBound, cause: .late)]
    }

    private static let rounding: Duration = .milliseconds(20)
    /// The duration for which decoders still skip frames that are in time again.
    private static let reaction: Duration = .seconds(1)
}
