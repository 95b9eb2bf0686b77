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

    private struct State: Sendable {
        var first = 0.0
        var second = 0.0
    }

    private let rate: Double
    private let channels: Int
    /// The gains in effect and the requested ones, in dB.
    private var gains: [Double]
    private var targets: [Double]
    private var filters: [Biquad]
    private var states: [State]

    package init(rate: Int, channels: Int, gains: [Double]) {
        self.rate = Double(rate)
        self.channels = channels
        self.gains = gains
        targets = gains
        filters = gains.map { _ in Biquad() }
        states = Array(repeating: State(), count: gains.count * channels)
        for band in gains.indices { tune(band) }
    }

    /// Whether samples pass unchanged.
    package var isFlat: Bool { gains == targets && gains.allSatisfy { $0 == 0 } }

    package mutating func set(_ gains: [Double]) { targets = gains }

    /// Forgets earlier samples.
    package mutating func restart() {
        gains = targets
        for index in states.indices { states[index] = State() }
        for band in gains.indices { tune(band) }
    }

    package mutating func process(_ samples: inout MutableSpan<Float>) {
        let frames = samples.count / channels
        var start = 0
        while start < frames {
            let isChanging = gains != targets
            if isChanging { approach() }
            let end = isChanging ? min(start + Self.step, frames) : frames
            for band in gains.indices where gains[band] != 0 {
                for channel in 0..<channels {
                    filter(&samples, band, channel, start * channels + channel, end * channels)
                }
            }
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
            for channel in 0..<channels { states[band * channels + channel] = State() }
        }
    }

    /// A band above what the sample rate can hold has no effect.
    private mutating func tune(_ band: Int) {
        let frequency = Self.frequencies[band]
        guard frequency < rate * 0.49 else {
            filters[band] = Biquad()
            return
        }
        filters[band] = .peaking(at: frequency, quality: Self.quality, gain: gains[band], rate: rate)
    }

    /// Filters one channel (transposed direct form II).
    private mutating func filter(
        _ samples: inout MutableSpan<Float>, _ band: Int, _ channel: Int, _ first: Int, _ end: Int
    ) {
        let filter = filters[band]
        let (b0, b1, b2, a1, a2) = (filter.b0, filter.b1, filter.b2, filter.a1, filter.a2)
        let place = band * channels + channel
        var (one, two) = (states[place].first, states[place].second)
        var index = first
        while index < end {
            let input = Double(samples[index])
            let output = b0 * input + one
            one = b1 * input - a1 * output + two
            two = b2 * input - a2 * output
            samples[index] = Float(output)
            index += channels
        }
        // Denormal numbers would slow the filter down in silence.
        states[place] = State(first: abs(one) < 1e-20 ? 0 : one, second: abs(two) < 1e-20 ? 0 : two)
    }
}
