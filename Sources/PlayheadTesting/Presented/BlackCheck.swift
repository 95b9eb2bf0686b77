public import Playhead

/// Finds stretches of black pictures.
///
/// The defaults are those of ffmpeg's `blackdetect`. A stretch ends where the first picture begins that is not black, where playback
/// jumps by more than a second, and with the load.
public struct BlackCheck: PresentationCheck {
    /// How long it has to be black.
    public var minimumLength: Duration
    /// How large a share of a black picture's pixels is dark, 0 to 1.
    public var share: Double
    /// How bright a dark pixel is at most, as a share of the range of video: 0 is black (luma 16), 1 is white (luma 235).
    public var brightness: Double

    private var stretch = PictureStretch()

    /// A check with these thresholds.
    public init(minimumLength: Duration = .seconds(2), share: Double = 0.98, brightness: Double = 0.1) {
        self.minimumLength = minimumLength
        self.share = share
        self.brightness = brightness
    }

    /// Looks at a picture.
    public mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding] {
        var findings = stretch.go(to: picture) == .begins ? end() : []
        let limit = UInt8(min(max(16 + brightness * 219, 0), 255))
        if picture.isDark(share, upTo: limit) {
            stretch.include()
        } else {
            findings += end()
        }
        return findings
    }

    /// Says what was black until the end.
    public mutating func finish() -> [PresentationFinding] {
        stretch.stop()
        return end()
    }

    /// The black that goes on.
    public var ongoing: [PresentationFinding] { finding(in: stretch.span) }

    private mutating func end() -> [PresentationFinding] { finding(in: stretch.take()) }

    private func finding(in span: Range<Duration>?) -> [PresentationFinding] {
        guard let span, span.length >= minimumLength, !span.isEmpty else { return [] }
        return [PresentationFinding(.black, start: span.lowerBound, end: span.upperBound)]
    }
}
