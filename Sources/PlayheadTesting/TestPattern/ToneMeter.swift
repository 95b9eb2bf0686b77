internal import Glibc

/// Measures the power and the frequency of consecutive tones in steps of 1 ms.
///
/// A tone x of frequency w satisfies x[n-k] + x[n+k] = 2 cos(wk) x[n]. The best factor over an interval is
/// the ratio of two sums. A few periods are therefore sufficient, at any phase.
package struct ToneMeter: Sendable {
    private struct Hop: Sendable {
        var product: Float
        var power: Float
    }

    /// The number of hops per second.
    package static let hopsPerSecond = 1000

    private let sampleRate: Int
    private let hopLength: Int
    /// The lag k of the equation above. It is 1/8000 s, so that tones up to 4 kHz are distinct.
    private let lag: Int
    private var hops: [Hop] = []
    /// The samples for the next hop, which begins at index `lag`.
    private var pending: [Float] = []

    package init(sampleRate: Int) {
        self.sampleRate = sampleRate
        hopLength = max(sampleRate / Self.hopsPerSecond, 1)
        lag = max(sampleRate / 8000, 1)
    }

    /// The number of measured hops.
    package var count: Int { hops.count }

    /// The index of the first sample in a hop.
    package func sample(ofHop hop: Int) -> Int { lag + hop * hopLength }

    /// Appends one channel of interleaved samples.
    package mutating func append(_ samples: [Float], channel: Int = 0, of channels: Int = 1) {
        pending.reserveCapacity(pending.count + samples.count / channels)
        for index in stride(from: channel, to: samples.count, by: channels) { pending.append(samples[index]) }
        var first = 0
        while first + hopLength + 2 * lag <= pending.count {
            var (product, power): (Float, Float) = (0, 0)
            for index in (first + lag)..<(first + lag + hopLength) {
                let sample = pending[index]
                product += sample * (pending[index - lag] + pending[index + lag])
                power += sample * sample
            }
            hops.append(Hop(product: product / 2, power: power))
            first += hopLength
        }
        pending.removeFirst(first)
    }

    /// The mean square of a hop. For a tone it is half the square of the amplitude.
    package func power(ofHop hop: Int) -> Float { hops[hop].power / Float(hopLength) }

    /// The frequency around a hop in hertz; nil for silence.
    package func frequency(around hop: Int) -> Double? {
        var (product, power): (Float, Float) = (0, 0)
        for index in max(hop - 1, 0)...min(hop + 1, hops.count - 1) {
            product += hops[index].product
            power += hops[index].power
        }
        guard power > 0 else { return nil }
        let angle = acos(Double(min(max(product / power, -1), 1)))
        return angle / Double(lag) * Double(sampleRate) / (2 * Double.pi)
    }
}
