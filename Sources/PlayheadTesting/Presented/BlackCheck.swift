public import Playhead

/// Detects ranges of black video frames.
///
/// The defaults are those of the ffmpeg filter `blackdetect`. A range ends at the first other frame, at a
/// jump of more than 1 s, and at the end of the load.
public struct BlackCheck: PresentationCheck {
    /// The minimum duration of a range.
    public var minimumLength: Duration
    /// The minimum fraction of dark pixels in a black frame, from 0 to 1.
    public var share: Double
    /// The maximum brightness of a dark pixel as a fraction of the video range. 0 is black (luma 16), and 1
    /// is white (luma 235).
    public var brightness: Double

    private var stretch = PictureStretch()

    /// Makes a check with these thresholds.
    public init(minimumLength: Duration = .seconds(2), share: Double = 0.98, brightness: Double = 0.1) {
        self.minimumLength = minimumLength
        self.share = share
        self.brightness = brightness
    }

    /// Examines a video frame.
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

    /// Ends a black range at the end of the media.
    public mutating func finish() -> [PresentationFinding] {
        stretch.stop()
        return end()
    }

    /// The current black range.
    public var ongoing: [PresentationFinding] { finding(in: stretch.span) }

    private mutating func end() -> [PresentationFinding] { finding(in: stretch.take()) }

    private func finding(in span: Range<Duration>?) -> [PresentationFinding] {
        guard let span, span.length >= minimumLength, !span.isEmpty else { return [] }
        return [PresentationFinding(.black, start: span.lowerBound, end: span.upperBound)]
    }
}
