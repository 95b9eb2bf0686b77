/// Makes a ``Waveform`` from decoded audio.
///
///     var builder = WaveformBuilder(.pixelsPerSecond(20))
///     for buffer in buffers { builder.append(buffer) }
///     let waveform = builder.waveform
///
/// It keeps 12 bytes for each pixel and channel, and no audio. It is a value, for one thread at a time.
public struct WaveformBuilder: Sendable {
    /// The number of samples in a pixel, at least 2.
    public enum Resolution: Sendable, Hashable {
        /// A fixed number of samples.
        case samplesPerPixel(Int)
        /// The sample rate divided by this number, rounded down. A pixel is then slightly shorter than
        /// its share of a second if the rate is no multiple.
        case pixelsPerSecond(Int)

        func samplesPerPixel(at rate: Int) -> Int {
            switch self {
            case .samplesPerPixel(let count): max(count, 2)
            case .pixelsPerSecond(let count): max(rate / max(count, 1), 2)
            }
        }
    }

    /// The largest number of pixels, about 12 hours with 256 samples of 48 kHz. Audio behind it is left out,
    /// because a damaged time could otherwise demand any amount of memory.
    public static let maximumPixels = 1 << 23

    /// A difference between the time of a buffer and the end of the one before that counts as rounding, as
    /// containers round times to 1 ms.
    private static let tolerance: Duration = .milliseconds(2)

    private let resolution: Resolution
    private let splitsChannels: Bool
    private let start: Duration
    private var sampleRate = 0
    private var channels = 1
    private var samplesPerPixel: Int
    private var points: [Waveform.Point] = []
    /// The samples since `start`, at `sampleRate`.
    private var position = 0
    /// The levels since the last complete pixel, by channel.
    private var open: [Level] = []

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - resolution: The number of samples in a pixel.
    ///   - splitsChannels: Whether each channel has points of its own. Otherwise a sample is the average
    ///     of all channels.
    ///   - start: The position of the first pixel on the media timeline. Audio before it is left out.
    public init(
        _ resolution: Resolution = .samplesPerPixel(256), splitsChannels: Bool = false,
        start: Duration = .zero
    ) {
        self.resolution = resolution
        self.splitsChannels = splitsChannels
        self.start = start
        samplesPerPixel = resolution.samplesPerPixel(at: 0)
    }

    /// Appends the next audio of the stream.
    ///
    /// A gap between two buffers is silence. Audio that overlaps the buffer before is left out. A difference
    /// of up to 2 ms is neither, because containers round times.
    ///
    /// The first buffer determines the sample rate and the channels. A later one with another rate takes its
    /// share of the time. With `splitsChannels` a missing channel is silent, and a further one is left out.
    public mutating func append(_ buffer: AudioBuffer) {
        guard buffer.sampleRate > 0, buffer.frames > 0 else { return }
        if sampleRate == 0 {
            sampleRate = buffer.sampleRate
            channels = splitsChannels ? buffer.channels : 1
            samplesPerPixel = resolution.samplesPerPixel(at: sampleRate)
            open = [Level](repeating: Level(), count: channels)
        }
        let limit = Self.maximumPixels * samplesPerPixel
        let offset = (buffer.time - start).inSeconds * Double(sampleRate)
        let slack = Self.tolerance.inSeconds * Double(sampleRate)
        guard abs(offset) < Double(limit) else { return }
        let isAdjacent = position > 0 && abs(offset - Double(position)) <= slack
        let first = isAdjacent ? position : Int(offset.rounded())
        fill(to: first)
        // The end in samples at the rate of the waveform, rounded up.
        let end = first + (buffer.frames * sampleRate + buffer.sampleRate - 1) / buffer.sampleRate
        while position < min(end, limit) {
            let next = min(min(end, limit), pixelEnd)
            let from = (position - first) * buffer.sampleRate / sampleRate
            let to = ((next - first) * buffer.sampleRate + sampleRate - 1) / sampleRate
            add(buffer, from..<min(max(to, from + 1), buffer.frames), length: next - position)
            advance(to: next)
        }
    }

    /// The waveform of all audio so far. The last pixel may be incomplete; its RMS is that of its audio.
    public var waveform: Waveform {
        let rest = position - points.count / channels * samplesPerPixel
        return Waveform(
            start: start, sampleRate: sampleRate, samplesPerPixel: samplesPerPixel, channels: channels,
            points: rest > 0 ? points + open.map { $0.point(of: rest) } : points)
    }

    /// The end of the current pixel.
    private var pixelEnd: Int { (points.count / channels + 1) * samplesPerPixel }

    private mutating func fill(to end: Int) {
        while position < end {
            let next = min(end, pixelEnd)
            for channel in 0..<channels { open[channel].add(minimum: 0, maximum: 0, power: 0) }
            advance(to: next)
        }
    }

    private mutating func advance(to end: Int) {
        position = end
        guard position == pixelEnd else { return }
        points += open.map { $0.point(of: samplesPerPixel) }
        open = [Level](repeating: Level(), count: channels)
    }

    /// Adds frames of a buffer that last `length` samples of the waveform.
    private mutating func add(_ buffer: AudioBuffer, _ frames: Range<Int>, length: Int) {
        let (samples, count) = (buffer.samples, buffer.channels)
        for channel in 0..<channels {
            var level = Level()
            if splitsChannels {
                for frame in frames {
                    level.add(channel < count ? samples[frame * count + channel] : 0)
                }
            } else {
                for frame in frames {
                    // Exact for samples of 16 bits, which a sum of floats is not.
                    var sum = 0.0
                    for index in frame * count..<(frame + 1) * count { sum += Double(samples[index]) }
                    level.add(Float(sum / Double(count)))
                }
            }
            open[channel].add(
                minimum: level.minimum, maximum: level.maximum,
                power: level.power * Double(length) / Double(frames.count))
        }
    }
}

/// The extremes of samples, and the sum of their squares.
private struct Level: Sendable {
    var minimum = Float.infinity
    var maximum = -Float.infinity
    var power = 0.0

    mutating func add(_ sample: Float) {
        add(minimum: sample, maximum: sample, power: Double(sample) * Double(sample))
    }

    mutating func add(minimum: Float, maximum: Float, power: Double) {
        self.minimum = min(self.minimum, minimum)
        self.maximum = max(self.maximum, maximum)
        self.power += power
    }

    func point(of length: Int) -> Waveform.Point {
        Waveform.Point(
            minimum: minimum, maximum: maximum, rms: Float((power / Double(length)).squareRoot()))
    }
}
