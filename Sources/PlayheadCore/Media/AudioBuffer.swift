/// Decoded audio samples.
public struct AudioBuffer: Sendable, Equatable {
    /// The position of the first sample on the media timeline.
    public var time: Duration
    /// The sample rate in Hz.
    public let sampleRate: Int
    /// The number of channels.
    public let channels: Int
    /// The samples, -1 to 1, interleaved by channel.
    public let samples: [Float]

    /// Makes a buffer.
    public init(time: Duration, sampleRate: Int, channels: Int, samples: [Float]) {
        self.time = time
        self.sampleRate = sampleRate
        self.channels = channels
        self.samples = samples
    }

    /// The number of audio frames, with one sample per channel each.
    public var frames: Int { channels > 0 ? samples.count / channels : 0 }

    /// The duration at the sample rate.
    public var duration: Duration { sampleRate > 0 ? .seconds(frames) / sampleRate : .zero }

    /// The samples as 16-bit integers, rounded. Samples of 16-bit audio get the values that they were stored
    /// with.
    public var int16Samples: [Int16] {
        samples.map { Int16(min(max(($0 * 32768).rounded(), -32768), 32767)) }
    }
}
