import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// The channels that a real sound server plays.
@Suite(
    .needsPulseAudio,
    .serialized, .timeLimit(.minutes(1)))
struct AudioChannelTests {
    /// The gain in thousandths of each channel of a file in each channel of a sink.
    private func gains(of channels: Int, on sinkChannels: Int, _ options: String...) async throws -> [[Int]] {
        let server = try await PulseServer(sinks: "first", channels: sinkChannels)
        let recording = try await server.record("first")
        let file = try server.folder.write(Tones.wav(channels: channels), to: "tones.wav")
        let run = await RunResult(
            try await PlayheadBinary.start(
                ["play", "--video", "none"] + options + [file], environment: server.environment,
                beside: try server.child))
        #expect(run.code == 0, "\(run.errors)")
        let samples = try await recording.samples()
        await server.kill()
        return Tones.gains(samples, channels: sinkChannels, of: channels)
    }

    /// Whether each gain is that within 0.5 %.
    private func expect(
        _ gains: [[Int]], _ expected: [[Int]], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isEqual = gains.elementsEqual(expected) { zip($0, $1).allSatisfy { abs($0 - $1) <= 5 } }
        #expect(isEqual, "\(gains)", sourceLocation: sourceLocation)
    }

    @Test func `a film in 5.1 is mixed for two loudspeakers as the standard says`() async throws {
        expect(
            try await gains(of: 6, on: 2, "--audio-channels", "stereo"),
            [[414, 0, 293, 0, 293, 0], [0, 414, 293, 0, 0, 293]])
    }

    @Test func `each channel of a film in 5.1 is played on its own loudspeaker`() async throws {
        expect(
            try await gains(of: 6, on: 6),
            (0..<6).map { row in (0..<6).map { $0 == row ? 1000 : 0 } })
    }

    @Test func `sound in two channels is heard in front only where 5.1 is asked for`() async throws {
        expect(
            try await gains(of: 2, on: 6, "--audio-channels", "5.1"),
            [[1000, 0], [0, 1000], [0, 0], [0, 0], [0, 0], [0, 0]])
    }

    @Test func `sound in two channels is mixed to one`() async throws {
        expect(try await gains(of: 2, on: 2, "--audio-channels", "mono"), [[500, 500], [500, 500]])
    }

    @Test func `left and right are exchanged`() async throws {
        expect(try await gains(of: 2, on: 2, "--swap-sides"), [[0, 1000], [1000, 0]])
    }
}
