/// The level of audio over time, for display: the minimum, the maximum and the RMS of equal runs of samples.
///
/// A run is called a pixel, as in BBC's audiowaveform. Pixel `n` begins `n * samplesPerPixel / sampleRate`
/// seconds after ``start``. A ``WaveformBuilder`` makes a waveform from decoded audio. The level is
/// linear: full scale is 1.
public struct Waveform: Sendable, Hashable {
    /// The level of one channel in one pixel.
    public struct Point: Sendable, Hashable {
        /// The least sample, commonly -1 to 0.
        public var minimum: Float
        /// The greatest sample, commonly 0 to 1.
        public var maximum: Float
        /// The root mean square of the samples, 0 to 1.
        public var rms: Float

        /// Makes a point.
        public init(minimum: Float, maximum: Float, rms: Float) {
            self.minimum = minimum
            self.maximum = maximum
            self.rms = rms
        }

        /// Silence.
        public static let silence = Point(minimum: 0, maximum: 0, rms: 0)
    }

    /// The position of the first pixel on the media timeline.
    public let start: Duration
    /// The sample rate of the audio in Hz; 0 without audio.
    public let sampleRate: Int
    /// The number of samples of each channel in a pixel; the last pixel may have fewer.
    public let samplesPerPixel: Int
    /// The number of channels; 1 if they were merged.
    public let channels: Int
    /// The points, interleaved by channel: all channels of the first pixel, then those of the second.
    public let points: [Point]

    /// Makes a waveform. Points of an incomplete pixel at the end are left out.
    ///
    /// - Precondition: the rate is not negative, and the other numbers are positive.
    public init(
        start: Duration = .zero, sampleRate: Int, samplesPerPixel: Int, channels: Int, points: [Point]
    ) {
        precondition(sampleRate >= 0 && samplesPerPixel > 0 && channels > 0)
        self.start = start
        self.sampleRate = sampleRate
        self.samplesPerPixel = samplesPerPixel
        self.channels = channels
        self.points = Array(points.prefix(points.count / channels * channels))
    }

    /// The number of pixels.
    public var pixels: Int { points.count / channels }

    /// The level of a channel in a pixel.
    ///
    /// - Precondition: both are within ``pixels`` and ``channels``.
    public subscript(pixel: Int, channel channel: Int) -> Point {
        precondition((0..<channels).contains(channel), "The waveform has \(channels) channels")
        return points[pixel * channels + channel]
    }

    /// The position of a pixel on the media timeline, rounded down to a nanosecond.
    public func time(ofPixel pixel: Int) -> Duration {
        guard sampleRate > 0 else { return start }
        let (seconds, rest) = (pixel * samplesPerPixel).quotientAndRemainder(dividingBy: sampleRate)
        return start + .seconds(seconds)
            + .nanoseconds(Int64(rest) * 1_000_000_000 / Int64(sampleRate))
    }
}
