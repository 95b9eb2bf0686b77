import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// The level at which a real sound server plays files with the tags of ReplayGain (`media/make-gain.py`).
@Suite(
    .needsPulseAudio,
    .serialized, .timeLimit(.minutes(1)))
struct AudioGainTests {
    /// The options, and the level of the tone with them in dBFS: 6 dB more by track, 6 dB less by album.
    struct Mode: Sendable, CustomTestStringConvertible {
        var words: [String]
        var level: Double
        var testDescription: String { words.joined(separator: " ") }

        static let all = [
            Mode(words: ["no"], level: -20), Mode(words: ["track"], level: -14),
            Mode(words: ["track", "--replaygain-clip"], level: -14), Mode(words: ["album"], level: -26),
        ]
    }

    /// The tags of Opus tell no peak, so its tone is raised only where peaks may clip.
    @Test(
        arguments: ["tone.mp3", "tone.flac", "tone.ogg", "tone.opus", "tone.m4a"], Mode.all)
    func `each kind of file is played at the level of its tags`(name: String, mode: Mode) async throws {
        let server = try await PulseServer(sinks: "first")
        let recording = try await server.record("first")
        let words = ["play", "--video", "none", "--replaygain"] + mode.words
        let run = await RunResult(
            try await PlayheadBinary.start(
                words + [SampleMedia.path("gain/" + name)], environment: server.environment,
                beside: try server.child))
        #expect(run.code == 0, "\(run.errors)")
        let samples = try await recording.samples()
        await server.kill()
        let isKeptByPeak = name == "tone.opus" && mode.words == ["track"]
        let expected = isKeptByPeak ? -20 : mode.level
        for channel in 0..<2 {
            let level = 20 * log10(Tones.level(of: 1000, in: samples, channels: 2, channel: channel))
            #expect(abs(level - expected) < 0.1, "\(level) dB")
        }
    }
}
