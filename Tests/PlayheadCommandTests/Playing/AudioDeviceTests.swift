import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// Sound on devices that come and go: a real sound server, whose sinks are recorded.
@Suite(.enabled(if: PulseServer.isInstalled, "pulseaudio is not installed"), .timeLimit(.minutes(1)))
struct AudioDeviceTests {
    @Test func `a sound server plays every sample once`() async throws {
        let server = try await PulseServer(sinks: "first")
        let recording = try await server.record("first")
        let folder = try TemporaryFolder()
        let file = try folder.write(NumberedSound.wav(seconds: 2), to: "sound.wav")
        let player = try await PlayheadBinary.start(
            ["play", "--video", "none", "--json", file], environment: server.environment, beside: server.child
        )
        let run = await RunResult(player)
        #expect(run.code == 0, "\(run.errors)")
        let heard = try await recording.end()
        #expect(heard.ranges.count == 1 && heard.ranges.first?.upperBound == 96000, "\(heard.parts)")
        #expect(heard.ranges.first?.lowerBound ?? .max <= SinkRecording.blind, "\(heard.parts)")
        await server.kill()
    }
}
