import Foundation
import Playhead
import Testing

@testable import PlayheadCommand
@testable import TestBasics
@testable import TestSupport

/// The audio delay that is kept for each device.
@Suite(.timeLimit(.minutes(1))) struct DeviceDelayTests {
    private static let (first, second) = (
        AudioOutputDevice.ID(.pulse, "first"), AudioOutputDevice.ID(.pulse, "second")
    )

    @Test func `each device has the delay that was set while it played`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/state/audio-delays"
        var delays = DeviceDelays(usual: .zero, StateFile(path: path))
        #expect(delays.use(Self.first) == .zero)
        delays.keep(.zero)
        #expect(!FileManager.default.fileExists(atPath: path))
        delays.keep(.milliseconds(-80))
        #expect(delays.use(Self.first) == nil)
        #expect(delays.use(nil) == nil)
        #expect(delays.use(Self.second) == .zero)
        #expect(delays.use(Self.first) == .milliseconds(-80))
        delays.keep(.milliseconds(-80))
        var again = DeviceDelays(usual: .zero, StateFile(path: path))
        #expect(again.use(Self.first) == .milliseconds(-80))
        again.keep(.zero)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "")
    }

    @Test func `a delay that is asked for is used with the device that plays first`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/audio-delays"
        try "0.2 pulse/first\n99 pulse/second\nx y\n".write(toFile: path, atomically: true, encoding: .utf8)
        var delays = DeviceDelays(usual: .milliseconds(500), StateFile(path: path))
        #expect(delays.use(Self.first) == nil)
        #expect(delays.use(Self.second) == .milliseconds(500))
        #expect(delays.use(Self.first) == .milliseconds(200))
    }

    @Test(.needsPulseAudio)
    func `the command uses the delay of a device again`() async throws {
        let server = try await PulseServer(sinks: "first", "second")
        let player = try await server.play(seconds: 3, "--keep-audio-delay")
        let isHeard = await player.child.output.waits { $0.contains("\"active\":\"pulse/first\"") }
        try player.send("set_property audio-delay 0.2")
        let isSet = await player.child.output.waits { $0.contains("\"audioDelay\":0.2") }
        #expect(isHeard && isSet)
        try player.send("set_property audio-device pulse/second")
        #expect(try await delays(of: player) == [0.2, 0])
        let again = try await server.play(seconds: 1, "--keep-audio-delay")
        #expect(try await delays(of: again) == [0.2])
        let other = try await server.play(seconds: 1)
        #expect(try await delays(of: other) == [])
        await server.kill()
    }

    /// The changes of the delay, when the command has ended.
    private func delays(of player: PlayerOnServer) async throws -> [Double] {
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        return try run.lines().named("audioDelayChanged").compactMap(\.audioDelay)
    }
}
