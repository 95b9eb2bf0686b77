internal import Glibc

/// Measures loudness and pitch of one tone after another, a millisecond at a time.
///
/// A tone x of frequency w fulfils x[n-k] + x[n+k] = 2 cos(wk) x[n]; the factor that fits best over a while is the ratio of two sums. So
/// a few periods are enough, whatever the phase.
package struct ToneMeter: Sendable {
    private struct Hop: Sendable {
        var product: Float
        var power: Float
    }

    /// The hops of a second.
    package static let hopsPerSecond = 1000

    private let sampleRate: Int
    private let hopLength: Int
    /// k of above: an 8000th of a second, so that tones up to 4 kHz are told apart.
    private let lag: Int
    private var hops: [Hop] = []
    /// What the next hop needs; it begins `lag` samples in.
    private var pending: [Float] = []

    package init(sampleRate: Int) {
        self.sampleRate = sampleRate
        hopLength = max(sampleRate / Self.hopsPerSecond, 1)
        lag = max(sampleRate / 8000, 1)
    }

    /// How many hops have been measured.
    package var count: Int { hops.count }

    /// Which sample a hop begins with.
    package func sample(ofHop hop: Int) -> Int { lag + hop * hopLength }

    /// Goes on with one channel of many.
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

    /// The mean square of a hop; that of a tone is half the square of its amplitude.
    package func power(ofHop hop: Int) -> Float { hops[hop].power / Float(hopLength) }

    /// The frequency around a hop in hertz; nil where nothing is to be heard.
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
