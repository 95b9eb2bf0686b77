import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// The pitch at which a real sound server plays.
@Suite(
    .needsPulseAudio,
    .serialized, .timeLimit(.minutes(1)))
struct AudioPitchTests {
    @Test(arguments: [0, 12, -7])
    func `items are played at another pitch, to the last sample`(semitones: Int) async throws {
        let server = try await PulseServer(sinks: "first")
        let recording = try await server.record("first")
        let file = SampleMedia.path("gain/tone.flac")
        let run = await RunResult(
            try await PlayheadBinary.start(
                ["play", "--video", "none", "--pitch", "\(semitones)", file, file],
                environment: server.environment, beside: try server.child))
        #expect(run.code == 0, "\(run.errors)")
        let samples = try await recording.samples()
        await server.kill()
        let left = stride(from: 0, to: samples.count, by: 2).map { abs(samples[$0]) > 0.0001 }
        // Twice 1.5 s. The shift mixes both ends with the silence beside them, within 30 ms, so the sound may be up to
        // 20 ms longer or shorter; a busy machine may add silence.
        let whole = try #require(left.firstIndex(of: true))...(try #require(left.lastIndex(of: true)))
        let added = left[whole].dropLast(1440).split(separator: true).map(\.count).filter { $0 >= 48 }.reduce(
            0, +)
        #expect(abs(whole.count - added - 144_000) < 960, "\(whole.count), \(added)")
        let frequency = 1000 * pow(2, Double(semitones) / 12)
        let level = 20 * log10(Tones.level(of: frequency, in: samples, channels: 2, channel: 0))
        #expect(abs(level + 20) < 0.5, "\(level) dB")
    }
}
