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

    /// The levels of the tone in dB. What a busy machine leaves out or plays late does not change them.
    private struct Levels {
        var quiet, loud, last: Double

        init(_ samples: [Float]) throws {
            // In blocks of 10 ms, without those that have a silent part. A third of them is quiet.
            let all = stride(from: 0, to: samples.count - 959, by: 960).map { first in
                10 * log10(samples[first..<first + 960].reduce(1e-9) { $0 + Double($1 * $1) / 960 })
            }
            let blocks = all.indices.dropFirst().dropLast().filter { index in
                all[index] > -60 && abs(all[index] - all[index - 1]) < 0.3
                    && abs(all[index] - all[index + 1]) < 0.3
            }.map { all[$0] }
            try #require(blocks.count > 100, "\(blocks.count) blocks of sound")
            let sorted = blocks.sorted()
            (quiet, loud) = (sorted[sorted.count * 3 / 20], sorted[sorted.count * 3 / 4])
            last = blocks.suffix(50).sorted()[25]
        }
    }

    /// The gain with which the tone was heard, in dB, if it had one from beginning to end.
    private func gain(_ heard: [Float], of source: [Float]) throws -> Double {
        let (heard, source) = (try Levels(heard), try Levels(source))
        let gains = [heard.quiet - source.quiet, heard.loud - source.loud, heard.last - source.last]
        #expect(gains.allSatisfy { abs($0 - gains[0]) < 0.2 }, "\(gains)")
        return gains[0]
    }

    /// Whether the loud part is lowered while it plays.
    private func isLowered(_ heard: [Float]) throws -> Bool {
        let levels = try Levels(heard)
        return levels.last - levels.quiet < 13
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
        #expect(try isLowered(try await play(path, on: server)))
        let goal = -23 - (try await loudness(samples(), folder))
        let second = try gain(try await play(path, on: server), of: samples())
        #expect(abs(second - goal) < 0.3, "\(second), not \(goal)")

        // Another file in its place is measured anew, and known afterwards.
        try folder.write(wav(samples(0.5)), to: "tone.wav")
        #expect(try isLowered(try await play(path, on: server)))
        let fourth = try gain(try await play(path, on: server), of: samples(0.5))
        #expect(abs(fourth - goal - 6.02) < 0.3, "\(fourth), not \(goal + 6.02)")
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
        let heard = try gain(try await play(path, on: server), of: samples())
        let goal = -23 - (try await loudness(samples(), folder))
        #expect(abs(heard - goal) < 0.3, "\(heard), not \(goal)")
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
