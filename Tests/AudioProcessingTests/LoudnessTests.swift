import AudioProcessing
import Foundation
import GStreamer
import Synchronization
import Testing

/// Loudness and levels, with libebur128 as the judge.
@Suite(.enabled(if: LoudnessLibrary.isInstalled, "libebur128-1 is not installed"))
struct LoudnessTests {
    private static let rate = 48000

    private final class Meter: LoudnessMeasuring, @unchecked Sendable {
        // One test uses it.
        private let library: LoudnessLibrary
        init(_ library: LoudnessLibrary) { self.library = library }
        func add(_ samples: [Float]) { library.add(samples) }
        var momentary: Double? { library.momentary }
        var shortTerm: Double? { library.shortTerm }
        var integrated: Double? { library.integrated }
        var truePeak: Double? { library.lastTruePeak }

        static let make: MakeLoudnessMeter = { rate, channels, peaks in
            LoudnessLibrary(channels: channels, sampleRate: rate, for: peaks ? .levels : .live).map {
                Meter($0)
            }
        }
    }

    private func loudness(of samples: [Float]) throws -> Double {
        let judge = try #require(LoudnessLibrary(channels: 2, sampleRate: Self.rate))
        judge.add(samples)
        return try #require(judge.integrated)
    }

    private func chain(_ change: (inout EffectSettings) -> Void = { _ in }) -> EffectChain {
        var settings = EffectSettings()
        change(&settings)
        return EffectChain(
            rate: Self.rate, places: [.left, .right], settings: settings, makeMeter: Meter.make)
    }

    /// Noise whose level follows a list of parts: seconds and amplitude.
    private func noise(_ parts: [(seconds: Double, amplitude: Double)]) -> [Float] {
        var state: UInt32 = 1
        return parts.flatMap { part in
            (0..<Int(part.seconds * Double(Self.rate))).flatMap { _ -> [Float] in
                state = state &* 1_664_525 &+ 1_013_904_223
                let sample = Float(part.amplitude) * (Float(state >> 8) / 8_388_608 - 1)
                return [sample, sample]
            }
        }
    }

    @Test(arguments: [-32.0, -23, -12]) func `sound of unknown loudness is brought to the target`(
        level: Double
    ) throws {
        for target in [level < -20 ? -16.0 : -23] {
            let amplitude = pow(10, level / 20)
            // Speech-like: louder and quieter parts, and a pause.
            let parts = (0..<6).flatMap { _ in
                [(2.0, amplitude), (0.7, amplitude / 3), (0.3, 0.0), (1.0, amplitude * 0.6)]
            }
            var chain = chain()
            chain.schedule(ItemLevel(target: target), at: 0, isNewItem: true)
            let out = EffectChainTests.process(noise(parts), &chain)
            #expect(abs(try loudness(of: out) - target) < 0.5)
        }
    }

    @Test func `sound that is suddenly louder does not make what follows too quiet`() throws {
        let parts = (0..<3).flatMap { _ in [(14.0, 0.0126), (6.0, 0.126)] }
        for target in [-23.0, -16] {
            var chain = chain()
            chain.schedule(ItemLevel(target: target), at: 0, isNewItem: true)
            let out = EffectChainTests.process(noise(parts), &chain)
            // Below the mean by more than 10 LU, it could not make up for what was too loud.
            let last = try loudness(of: Array(out.suffix(5 * Self.rate * 2)))
            #expect(last > target - 9, "\(last)")
        }
    }

    @Test func `an item of known loudness has one gain`() throws {
        let source = noise([(3, 0.02), (5, 0.2)])
        var chain = chain()
        let level = ItemLevel(from: try loudness(of: source), to: -23)
        chain.schedule(level, at: 0, isNewItem: true)
        let out = EffectChainTests.process(source, &chain)
        #expect(abs(try loudness(of: out) + 23) < 0.1)
        #expect(zip(source, out).allSatisfy { abs($0 * Float(level.factor) - $1) < 1e-5 })
    }

    @Test func `the gain of an item that is measured makes no click`() {
        var chain = chain()
        chain.schedule(ItemLevel(target: -30), at: 0, isNewItem: true)
        let sine = EffectChainTests.sine(200, amplitude: 0.25, seconds: 2)
        #expect(EffectChainTests.roughness(EffectChainTests.process(sine, &chain)) < 0.001)
    }

    @Test func `night mode raises quiet sound and lowers loud sound`() {
        let quiet = EffectChainTests.sine(500, amplitude: 0.01, seconds: 1)
        let loud = EffectChainTests.sine(500, amplitude: 0.8, seconds: 1)
        var (one, other) = (chain { $0.isNight = true }, chain { $0.isNight = true })
        #expect(EffectChainTests.level(EffectChainTests.process(quiet, &one), amplitude: 0.01) > 8)
        #expect(EffectChainTests.level(EffectChainTests.process(loud, &other), amplitude: 0.8) < -8)
    }

    @Test func `the level meter agrees with known figures`() throws {
        // EBU Tech 3341, test signal 1: a sine of 1 kHz at -23 dBFS in both channels has -23 LUFS.
        let sine = EffectChainTests.sine(1000, amplitude: pow(10, -23.0 / 20), seconds: 5)
        var meter = LevelMeter(
            rate: Self.rate, channels: 2, frequencies: [1000, 4000], makeMeter: Meter.make)
        let last = try #require(meter.add(sine.span).last)
        #expect(abs((last.momentary ?? 0) + 23) < 0.1 && abs((last.shortTerm ?? 0) + 23) < 0.1)
        #expect(abs((last.integrated ?? 0) + 23) < 0.1)
        #expect(abs(last.peaks[0] + 23) < 0.01 && abs(last.rms[1] + 26.01) < 0.01)
        #expect(abs((last.truePeak ?? 0) + 23) < 0.1)
        #expect(abs(last.spectrum[0] + 26.01) < 0.1 && last.spectrum[1] < -80)
    }

    @Test func `the true peak lies between the samples`() throws {
        // A quarter of the sample rate, with the samples beside the crests: 3 dB below them.
        let samples = (0..<Self.rate).flatMap { index -> [Float] in
            let sample = Float(0.5 * sin(.pi / 2 * Double(index) + .pi / 4))
            return [sample, sample]
        }
        var meter = LevelMeter(rate: Self.rate, channels: 2, frequencies: [], makeMeter: Meter.make)
        let last = try #require(meter.add(samples.span).last)
        #expect(abs(last.peaks[0] + 9.03) < 0.01)
        #expect(abs((last.truePeak ?? 0) + 6.02) < 0.3)
    }
}
