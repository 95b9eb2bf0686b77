import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// The loudness at which a real sound server plays files without tags.
@Suite(
    .needsPulseAudio,
    .enabled(if: LoudnessMeter.missingLibrary == nil, "libebur128-1 is not installed"),
    .serialized, .timeLimit(.minutes(2)))
struct AudioLoudnessTests {
    /// 4.5 s of a tone that becomes louder by 14 dB after 1.5 s.
    private func samples(_ factor: Double = 1) -> [Float] {
        (0..<216_000).flatMap { frame -> [Float] in
            let amplitude = (frame < 72_000 ? 0.05 : 0.25) * factor
            let sample = Float(amplitude * sin(2 * .pi * 997 * Double(frame) / 48000))
            return [sample, sample]
        }
    }

    private func wav(_ samples: [Float]) -> Data {
        let data = NumberedSound.bytes(samples.map { Int16(($0 * 32767).rounded()) })
        return NumberedSound.header(channels: 2, size: data.count) + data
    }

    private func loudness(_ samples: [Float], _ folder: TemporaryFolder) async throws -> Double {
        let path = try folder.write(wav(samples), to: "heard.wav")
        let measured = try await Loudness.measure(MediaReader(MediaItem(path: path)))
        return try #require(measured?.integrated)
    }

    /// The level in dB of 1 s, from so many seconds behind the beginning of what was heard.
    private func level(_ samples: [Float], from seconds: Double) -> Double {
        let first = Int(seconds * 48000) * 2
        let part = samples.dropFirst(first).prefix(96_000)
        return 10 * log10(part.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(part.count, 1)))
    }

    /// Plays a file, and returns what is heard of it from its first sample on.
    private func play(_ path: String, on server: PulseServer) async throws -> [Float] {
        let recording = try await server.record("first")
        let run = await RunResult(
            try await PlayheadBinary.start(
                ["play", "--video", "none", "--normalize", "-23", path], environment: server.environment,
                beside: try server.child))
        #expect(run.code == 0, "\(run.errors)")
        let heard = try await recording.samples()
        return Array(heard.drop { abs($0) < 0.0005 }.prefix(432_000))
    }

    @Test func `a file has one gain from its first sample on when it is played again`() async throws {
        let server = try await PulseServer(sinks: "first")
        let folder = try TemporaryFolder()
        let path = try folder.write(wav(samples()), to: "tone.wav")
        let first = try await play(path, on: server)
        // The loud part is lowered while it plays.
        #expect(abs(level(first, from: 2.5) - level(first, from: 0.4) - 14) > 1)

        let second = try await play(path, on: server)
        #expect(abs(try await loudness(second, folder) + 23) < 0.5)
        let source = samples()
        let gains = [0.1, 1.7, 2.5, 3.2].map { level(second, from: $0) - level(source, from: $0) }
        #expect(gains.allSatisfy { abs($0 - gains[0]) < 0.1 }, "\(gains)")

        // Another file in its place is measured anew, and known afterwards.
        try folder.write(wav(samples(0.5)), to: "tone.wav")
        let third = try await play(path, on: server)
        #expect(abs(level(third, from: 2.5) - level(third, from: 0.4) - 14) > 1)
        let fourth = try await loudness(play(path, on: server), folder)
        #expect(abs(fourth + 23) < 0.5, "\(fourth)")
        await server.kill()
    }

    @Test func `a file that was measured before has one gain at once`() async throws {
        let server = try await PulseServer(sinks: "first")
        let folder = try TemporaryFolder()
        let path = try folder.write(wav(samples()), to: "tone.wav")
        let run = await RunResult(
            try await PlayheadBinary.start(
                ["inspect", "--loudness", "--json", path], environment: server.environment))
        #expect(run.code == 0 && run.output.contains("\"loudness\":{\"integrated\":-1"), "\(run.output)")
        let heard = try await loudness(play(path, on: server), folder)
        #expect(abs(heard + 23) < 0.5, "\(heard)")
        await server.kill()
    }

    @Test func `a seek, and a start in the middle, keep no loudness`() async throws {
        let server = try await PulseServer(sinks: "first")
        let state = server.folder.path + "/.local/state/playhead/loudness"
        let player = try await server.play(seconds: 3, "--normalize", "-23")
        #expect(await player.child.output.waits { $0.contains("\"active\":\"pulse/first\"") })
        try player.send("seek 1.5 absolute")
        #expect(await RunResult(player.child).code == 0)
        let late = try await server.play(seconds: 2, "--normalize", "-23", "--start", "1")
        #expect(await RunResult(late.child).code == 0)
        #expect(!FileManager.default.fileExists(atPath: state))
        let whole = try await server.play(seconds: 1, "--normalize", "-23")
        #expect(await RunResult(whole.child).code == 0)
        #expect(FileManager.default.fileExists(atPath: state))
        await server.kill()
    }
}
