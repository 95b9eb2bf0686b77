internal import Glibc

/// Measures the levels of sound in spans of 50 ms.
package struct LevelMeter: Sendable {
    /// The levels of a span, as AudioLevels has them.
    package struct Span: Sendable, Equatable {
        package var seconds: Double
        package var peaks: [Double]
        package var rms: [Double]
        package var truePeak: Double?
        package var momentary: Double?
        package var shortTerm: Double?
        package var integrated: Double?
        package var spectrum: [Double]
    }

    private let rate: Int
    private let channels: Int
    private let loudness: (any LoudnessMeasuring)?
    private var spectrum: SpectrumAnalyzer
    private var block: [Float] = []

    package init(rate: Int, channels: Int, frequencies: [Double], makeMeter: MakeLoudnessMeter) {
        (self.rate, self.channels) = (rate, channels)
        loudness = makeMeter(rate, channels, true)
        spectrum = SpectrumAnalyzer(rate: rate, frequencies: frequencies)
    }

    /// Adds interleaved samples, and returns the spans that they complete.
    package mutating func add(_ samples: Swift.Span<Float>) -> [Span] {
        let size = rate / 20 * channels
        var spans: [Span] = []
        for index in samples.indices {
            block.append(samples[index])
            if block.count == size { spans.append(measure()) }
        }
        return spans
    }

    private mutating func measure() -> Span {
        defer { block.removeAll(keepingCapacity: true) }
        let frames = block.count / channels
        var peaks = [Float](repeating: 0, count: channels)
        var powers = [Double](repeating: 0, count: channels)
        var mix = [Float](repeating: 0, count: frames)
        for frame in 0..<frames {
            for channel in 0..<channels {
                let sample = block[frame * channels + channel]
                peaks[channel] = max(peaks[channel], abs(sample))
                powers[channel] += Double(sample * sample)
                mix[frame] += sample / Float(channels)
            }
        }
        loudness?.add(block)
        spectrum.add(mix)
        return Span(
            seconds: Double(frames) / Double(rate), peaks: peaks.map { Self.level(Double($0)) },
            rms: powers.map { Self.level(($0 / Double(frames)).squareRoot()) },
            truePeak: loudness?.truePeak.map(Self.level), momentary: loudness?.momentary,
            shortTerm: loudness?.shortTerm, integrated: loudness?.integrated, spectrum: spectrum.levels)
    }

    private static func level(_ amplitude: Double) -> Double {
        amplitude > 0 ? 20 * log10(amplitude) : -.infinity
    }
}
