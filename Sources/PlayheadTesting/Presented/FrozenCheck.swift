public import Playhead

/// Finds stretches in which the picture does not change.
///
/// The defaults are those of ffmpeg's `freezedetect`: each picture is compared with the first of the stretch. A single picture is
/// frozen only if it says how long it lasts and the next one comes later than that by the minimum: one that is meant to
/// last is none. A stretch ends where the first other picture begins, where playback jumps by more than a second,
/// and with the load.
public struct FrozenCheck: PresentationCheck {
    /// How long the picture has to stay.
    public var minimumLength: Duration
    /// How much the same picture may differ from itself, as the mean of all pixels: 0 not at all, 1 as white from black.
    public var noise: Double

    private var stretch = PictureStretch()
    private var first: PresentedVideoFrame?
    private var promisedEnd: Duration?

    /// A check with these thresholds.
    public init(minimumLength: Duration = .seconds(2), noise: Double = 0.001) {
        self.minimumLength = minimumLength
        self.noise = noise
    }

    /// Looks at a picture.
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

    /// Says what was frozen until the end.
    public mutating func finish() -> [PresentationFinding] {
        stretch.stop()
        first = nil
        promisedEnd = nil
        return end()
    }

    /// The freeze that goes on.
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
