public import Playhead

/// Detects ranges in which the video does not change.
///
/// The defaults are those of the ffmpeg filter `freezedetect`: each frame is compared with the first frame of
/// the range. A single frame is frozen only if the next one comes later than its declared end by the minimum
/// duration. A frame with a long declared duration is thus not frozen. A range ends at the first different
/// frame, at a jump of more than 1 s, and at the end of the load.
public struct FrozenCheck: PresentationCheck {
    /// The minimum duration of a range.
    public var minimumLength: Duration
    /// The maximum difference of equal frames, as the mean over all pixels. 0 is no difference, and 1 is
    /// black against white.
    public var noise: Double

    private var stretch = PictureStretch()
    private var first: PresentedVideoFrame?
    private var promisedEnd: Duration?

    /// Makes a check with these thresholds.
    public init(minimumLength: Duration = .seconds(2), noise: Double = 0.001) {
        self.minimumLength = minimumLength
        self.noise = noise
    }

    /// Examines a video frame.
    public mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding] {
        let step = stretch.go(to: picture)
        let isLate = step == .forwards && promisedEnd.map { picture.mediaTime - $0 >= minimumLength } ?? false
        promisedEnd = picture.duration.map { picture.mediaTime + $0 }
        if step != .begins, let first, picture.isSame(as: first, within: noise) {
            stretch.include()
            return []
        }
        let findings = end(evenIfSingle: isLate)
        first = picture
        stretch.include()
        return findings
    }

    /// Ends a frozen range at the end of the media.
    public mutating func finish() -> [PresentationFinding] {
        stretch.stop()
        first = nil
        promisedEnd = nil
        return end()
    }

    /// The current frozen range.
    public var ongoing: [PresentationFinding] { stretch.count > 1 ? finding(in: stretch.span) : [] }

    private mutating func end(evenIfSingle: Bool = false) -> [PresentationFinding] {
        let count = stretch.count
        let span = stretch.take()
        return count > 1 || evenIfSingle ? finding(in: span) : []
    }

    private func finding(in span: Range<Duration>?) -> [PresentationFinding] {
        guard let span, span.length >= minimumLength, !span.isEmpty else { return [] }
        return [PresentationFinding(.frozen, start: span.lowerBound, end: span.upperBound)]
    }
}
