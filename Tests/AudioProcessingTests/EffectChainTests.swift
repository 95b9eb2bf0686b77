import AudioProcessing
import Foundation
import Testing

/// The effects on samples, against known figures.
@Suite struct EffectChainTests {
    private static let rate = 48000

    /// A sine in all channels.
    static func sine(
        _ frequency: Double, amplitude: Double = 0.25, seconds: Double = 0.5, channels: Int = 2,
        rate: Int = rate
    ) -> [Float] {
        (0..<Int(seconds * Double(rate))).flatMap { index in
            let sample = Float(amplitude * sin(2 * .pi * frequency * Double(index) / Double(rate)))
            return Array(repeating: sample, count: channels)
        }
    }

    static func process(_ samples: [Float], _ chain: inout EffectChain, piece: Int = 960) -> [Float] {
        var out: [Float] = []
        for start in stride(from: 0, to: samples.count, by: piece) {
            var part = Array(samples[start..<min(start + piece, samples.count)])
            var span = part.mutableSpan
            chain.process(&span)
            out += part
        }
        return out
    }

    /// The level of one channel against a sine of the same amplitude, in dB, in the second half.
    static func level(_ samples: [Float], amplitude: Double = 0.25, channel: Int = 0) -> Double {
        let frames = stride(from: samples.count / 2 + channel, to: samples.count, by: 2)
        let squares = frames.map { Double(samples[$0]) * Double(samples[$0]) }
        return 10 * log10(squares.reduce(0, +) / Double(squares.count) / (amplitude * amplitude / 2))
    }

    /// The largest change of the slope of the wave between two samples of a channel: a click is a high value.
    static func roughness(_ samples: [Float], channels: Int = 2) -> Float {
        (2..<samples.count / channels).reduce(0) { most, frame in
            let (a, b, c) = (
                samples[(frame - 2) * channels], samples[(frame - 1) * channels], samples[frame * channels]
            )
            return max(most, abs(a - 2 * b + c))
        }
    }

    private func chain(_ change: (inout EffectSettings) -> Void = { _ in }) -> EffectChain {
        var settings = EffectSettings()
        change(&settings)
        return EffectChain(rate: Self.rate, places: [.left, .right], settings: settings)
    }

    @Test func `a chain without effects passes each sample unchanged`() {
        var chain = chain()
        let sine = Self.sine(997)
        #expect(chain.isNeutral)
        #expect(Self.process(sine, &chain) == sine)
    }

    @Test(arguments: Array(BandEqualizer.frequencies.enumerated()))
    func `each band of the equalizer changes its frequency by its gain`(band: Int, frequency: Double) {
        let seconds = frequency < 200 ? 0.5 : 0.1
        for gain in [-24.0, 12] {
            var chain = chain { $0.gains[band] = gain }
            let measured = Self.level(
                Self.process(Self.sine(frequency, amplitude: 0.125, seconds: seconds), &chain),
                amplitude: 0.125)
            #expect(abs(measured - gain) < 0.1, "\(frequency) Hz: \(measured) dB for \(gain) dB")
            let far = frequency < 1000 ? 8000.0 : 125
            var other = self.chain { $0.gains[band] = gain }
            #expect(abs(Self.level(Self.process(Self.sine(far, seconds: 0.1), &other))) < 0.7)
        }
    }

    @Test(arguments: [1, 3, 6]) func `the equalizer filters each channel on its own`(count: Int) {
        let gains = [6, 0, -3, 0, 4, 12, 0, -24, 2, 1.0]
        let sine = Self.sine(440, seconds: 0.05, channels: 1)
        var one = BandEqualizer(rate: Self.rate, channels: 1, gains: gains)
        var several = BandEqualizer(rate: Self.rate, channels: count, gains: gains)
        // Each channel has another amplitude.
        var expected = (0..<count).map { channel in sine.map { $0 / Float(1 << channel) } }
        var samples = sine.indices.flatMap { frame in expected.map { $0[frame] } }
        for channel in 0..<count {
            var span = expected[channel].mutableSpan
            one.restart()
            one.process(&span)
        }
        var span = samples.mutableSpan
        several.process(&span)
        let differences = samples.indices.count { samples[$0] != expected[$0 % count][$0 / count] }
        #expect(differences == 0)
    }

    @Test func `balance lowers one side and leaves the other unchanged`() {
        var chain = chain { $0.balance = 0.5 }
        let out = Self.process(Self.sine(997), &chain)
        #expect(abs(Self.level(out, channel: 0) + 6.02) < 0.01)
        #expect(abs(Self.level(out, channel: 1)) < 0.01)
    }

    @Test func `mono puts the mean of both sides on each`() {
        var chain = chain { $0.isMono = true }
        let out = Self.process([1, 0, 0.5, -0.5, 0.25, 0.75], &chain)
        #expect(out == [0.5, 0.5, 0, 0, 0.5, 0.5])
    }

    @Test func `the cubic curve halves the loudness about where its control is at half`() {
        var linear = chain { $0.volume = 0.5 }
        var cubic = chain { ($0.volume, $0.isCubic) = (0.5, true) }
        #expect(abs(Self.level(Self.process(Self.sine(997), &linear)) + 6.02) < 0.01)
        #expect(abs(Self.level(Self.process(Self.sine(997), &cubic)) + 18.06) < 0.01)
    }

    @Test func `a volume above 1 is louder and never exceeds the ceiling`() {
        var chain = chain { $0.volume = 2 }
        #expect(abs(Self.level(Self.process(Self.sine(997), &chain)) - 6.02) < 0.01)
        let loud = Self.process(Self.sine(997, amplitude: 0.9), &chain)
        #expect(loud.allSatisfy { abs($0) <= 0.8913 })
    }

    @Test func `the limiter ends when nothing is louder than the medium`() {
        var chain = chain { $0.volume = 2 }
        _ = Self.process(Self.sine(997, amplitude: 0.9), &chain)
        chain.set(EffectSettings())
        _ = Self.process(Self.sine(997, amplitude: 0.9, seconds: 2), &chain)
        #expect(chain.isNeutral)
    }

    @Test(arguments: 0..<6) func `a change makes no click`(number: Int) {
        let changes: [(inout EffectSettings) -> Void] = [
            { $0.isMuted = true }, { $0.volume = 0.1 }, { $0.balance = -1 }, { $0.isMono = true },
            { $0.gains[5] = 12 }, { $0.gains = $0.gains.map { _ in -24 } },
        ]
        var chain = chain()
        var settings = EffectSettings()
        let sine = Self.sine(200, amplitude: 0.25)
        let half = sine.count / 2 + 120
        let before = Self.process(Array(sine[..<half]), &chain)
        changes[number](&settings)
        chain.set(settings)
        let after = Self.process(Array(sine[half...]), &chain)
        // The sine itself bends by 0.00017 from sample to sample; a cut to silence jumps by up to 0.25.
        #expect(Self.roughness(before + after) < 0.002)
    }

    @Test func `sound that begins in its middle is faded in`() {
        var chain = chain()
        chain.restart(fadesIn: true)
        let out = Self.process(Array(repeating: 0.5, count: 1920), &chain)
        #expect(abs(out[0]) < 0.002)
        #expect(out.last == 0.5)
        #expect(chain.isNeutral)
    }

    @Test func `a fade takes its time`() {
        var chain = chain()
        var settings = EffectSettings()
        (settings.volume, settings.fade) = (0, 0.2)
        chain.set(settings)
        let out = Self.process(Array(repeating: 1, count: 2 * 14400), &chain)
        #expect(abs(out[2 * 4800] - 0.5) < 0.001)
        #expect(out[2 * 9500] > 0 && out[2 * 9601] == 0)
    }
}
