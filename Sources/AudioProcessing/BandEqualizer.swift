/// An equalizer of ten bands of one octave each. A change of its gains takes effect gradually, at 480 dB a
/// second.
package struct BandEqualizer: Sendable {
    /// The centres of the bands in hertz (ISO 266).
    package static let frequencies = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]
    /// The quality of a band of one octave.
    private static let quality = 2.0.squareRoot()
    /// The number of frames with the same coefficients while the gains change.
    private static let step = 8
    /// The change of a gain in dB per second.
    private static let slope = 480.0

    /// A filter (transposed direct form II) on two channels.
    private struct Stage: Sendable {
        var filter = Biquad()
        var first = SIMD2<Double>.zero
        var second = SIMD2<Double>.zero

        @inline(__always)
        mutating func next(_ input: SIMD2<Double>) -> SIMD2<Double> {
            let output = input * filter.b0 + first
            first = input * filter.b1 - output * filter.a1 + second
            second = input * filter.b2 - output * filter.a2
            return output
        }

        mutating func forget() { (first, second) = (.zero, .zero) }

        /// Denormal numbers would slow the filter down in silence.
        mutating func dropDenormals() {
            for channel in 0..<2 {
                if abs(first[channel]) < 1e-20 { first[channel] = 0 }
                if abs(second[channel]) < 1e-20 { second[channel] = 0 }
            }
        }
    }

    private let rate: Double
    private let channels: Int
    /// The gains in effect and the requested ones, in dB.
    private var gains: [Double]
    private var targets: [Double]
    /// The filters of all bands for each two channels.
    private var stages: [Stage]
    private let pairs: Int
    /// The number of bands that are filtered at once: processors then compute them side by side.
    private static let width = 5

    package init(rate: Int, channels: Int, gains: [Double]) {
        self.rate = Double(rate)
        self.channels = channels
        self.gains = gains
        targets = gains
        pairs = (channels + 1) / 2
        stages = Array(repeating: Stage(), count: gains.count * pairs)
        for band in gains.indices { tune(band) }
    }

    /// Whether samples pass unchanged.
    package var isFlat: Bool { gains == targets && gains.allSatisfy { $0 == 0 } }

    package mutating func set(_ gains: [Double]) { targets = gains }

    /// Forgets earlier samples.
    package mutating func restart() {
        gains = targets
        for index in stages.indices { stages[index].forget() }
        for band in gains.indices { tune(band) }
    }

    package mutating func process(_ samples: inout MutableSpan<Float>) {
        let frames = samples.count / channels
        var start = 0
        while start < frames {
            let isChanging = gains != targets
            if isChanging { approach() }
            let end = isChanging ? min(start + Self.step, frames) : frames
            for pair in 0..<pairs { filter(&samples, pair, from: start, to: end) }
            start = end
        }
    }

    /// Moves the gains towards the requested ones.
    private mutating func approach() {
        let most = Self.slope * Double(Self.step) / rate
        for band in gains.indices where gains[band] != targets[band] {
            let distance = targets[band] - gains[band]
            gains[band] = abs(distance) <= most ? targets[band] : gains[band] + (distance < 0 ? -most : most)
            tune(band)
            guard gains[band] == 0 else { continue }
            for pair in 0..<pairs { stages[pair * gains.count + band].forget() }
        }
    }

    /// A band above what the sample rate can hold has no effect.
    private mutating func tune(_ band: Int) {
        let frequency = Self.frequencies[band]
        let filter: Biquad =
            frequency < rate * 0.49
            ? .peaking(at: frequency, quality: Self.quality, gain: gains[band], rate: rate) : Biquad()
        for pair in 0..<pairs { stages[pair * gains.count + band].filter = filter }
    }

    /// Filters two channels, or the last one.
    private mutating func filter(
        _ samples: inout MutableSpan<Float>, _ pair: Int, from start: Int, to end: Int
    ) {
        let active = gains.indices.filter { gains[$0] != 0 }.map { pair * gains.count + $0 }
        let left = pair * 2
        let right = min(left + 1, channels - 1)
        for first in stride(from: 0, to: active.count, by: Self.width) {
            func stage(_ number: Int) -> Stage {
                first + number < active.count ? stages[active[first + number]] : Stage()
            }
            // Values of their own stay in registers.
            var (a, b, c, d, e) = (stage(0), stage(1), stage(2), stage(3), stage(4))
            var place = start * channels
            for _ in start..<end {
                var pair = SIMD2(Double(samples[place + left]), Double(samples[place + right]))
                pair = e.next(d.next(c.next(b.next(a.next(pair)))))
                samples[place + left] = Float(pair.x)
                if right > left { samples[place + right] = Float(pair.y) }
                place += channels
            }
            for (number, stage) in [a, b, c, d, e].enumerated() where first + number < active.count {
                stages[active[first + number]] = stage
                stages[active[first + number]].dropDenormals()
            }
        }
    }
}
