import Foundation
import Glibc
import Testing

@testable import PlayheadRemote
@testable import TestBasics
@testable import TestSupport

/// Sound on devices that come and go: a real sound server, whose sinks are recorded.
@Suite(
    .needsPulseAudio,
    .serialized, .timeLimit(.minutes(1)))
struct AudioDeviceTests {
    /// The frames that a change of the device may repeat, or lose with a device that is lost: its buffer, and the time
    /// that it takes to notice.
    private static let buffer = 48 * 110

    /// The devices without losses from which the same device returned: a server on a busy machine may end a stream.
    private static func settled(_ active: [String?]) -> [String?] {
        active.indices.reduce(into: []) { settled, index in
            let isReturn = index > 0 && active[index - 1] == nil && settled.last == active[index]
            if active[index] != nil, !isReturn { settled.append(active[index]) }
        }
    }

    @Test func `a sound server plays every sample once`() async throws {
        let server = try await PulseServer(sinks: "first")
        let recording = try await server.record("first")
        let player = try await server.play(seconds: 2)
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let heard = try await recording.end()
        #expect(
            heard.extent == 0..<96000 && heard.lost <= Self.buffer && heard.repeated == 0, "\(heard.parts)")
        await server.kill()
    }

    @Test func `another device plays on from the first sample that was not heard`() async throws {
        let server = try await PulseServer(sinks: "first", "second")
        let (first, second) = (try await server.record("first"), try await server.record("second"))
        let player = try await server.play(seconds: 3)
        try await waitUntil { try first.heard.extent.upperBound > 48000 }
        try player.send(#"set_property audio-device pulse/second"#)
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let heard = try await first.end() + second.end()
        #expect(heard.extent == 0..<144_000 && heard.lost <= Self.buffer, "\(heard.parts)")
        #expect(heard.repeated <= Self.buffer, "\(heard.parts)")
        let events = try run.lines().named("audioDeviceChanged")
        #expect(Self.settled(events.map(\.active)) == ["pulse/first", "pulse/first", "pulse/second"])
        await server.kill()
    }

    @Test(arguments: PulseServer.Kind.installed)
    func `a sink that is unloaded is replaced by the default one until it is back`(kind: PulseServer.Kind)
        async throws
    {
        let server = try await PulseServer(kind, sinks: "first", "second")
        let (first, second) = (try await server.record("first"), try await server.record("second"))
        let player = try await server.play(seconds: 3, "--audio-device", "pulse/second")
        try await waitUntil { try second.heard.extent.upperBound > 24000 }
        try await server.unload("second")
        #expect(
            await player.child.output.waits { $0.contains(#""active":"pulse/first","lost":"pulse/second""#) })
        try await waitUntil { try !first.heard.ranges.isEmpty }
        try await server.load("second")
        let again = try await server.record("second")
        let run = await RunResult(player.child)
        let (before, between, after) = (try await second.end(), try await first.end(), try await again.end())
        #expect(run.code == 0, "\(run.errors)")
        // The server moves the recording of a sink that is unloaded with the audio.
        #expect(before.extent.lowerBound == 0 && before.lost <= Self.buffer, "\(before.parts)")
        let heard = between + after
        #expect(heard.lost <= Self.buffer, "\(heard.parts)")
        #expect(heard.extent.upperBound == 144_000, "\(heard.parts)")
        #expect(heard.repeated <= Self.buffer, "\(heard.parts)")
        let lines = try run.lines()
        #expect(lines.named("warning").map(\.code).contains("audioDeviceLost"))
        let events = lines.named("audioDeviceChanged")
        #expect(Self.settled(events.map(\.active)) == ["pulse/second", "pulse/first", "pulse/second"])
        #expect(events.map(\.lost).contains("pulse/second") && events.last?.lost == nil)
        await server.kill()
    }

    @Test(
        arguments: PulseServer.Kind.installed.map { ($0, "fallback") } + [
            (PulseServer.Kind.pulseAudio, "wait")
        ])
    func `time goes on without a server, and audio returns with it`(kind: PulseServer.Kind, policy: String)
        async throws
    {
        let server = try await PulseServer(kind, sinks: "first")
        let recording = try await server.record("first")
        let player = try await server.play(seconds: 30, "--audio-device-lost", policy)
        try await waitUntil { try recording.heard.extent.upperBound > 24000 }
        await server.kill()
        #expect(await player.child.output.waits { $0.contains(#""active":null,"lost":"pulse/first""#) })
        try await server.restart()
        let again = try await server.record("first")
        // A server may need longer to start than any item lasts.
        try await waitUntil { try again.heard.extent.count > 24000 }
        try player.send("quit")
        let run = await RunResult(player.child)
        let (before, after) = (try await recording.end(), try await again.end())
        #expect(run.code == 0, "\(run.errors)")
        #expect(before.extent.lowerBound == 0 && before.lost <= Self.buffer, "\(before.parts)")
        #expect(after.lost <= Self.buffer, "\(after.parts)")
        #expect((before + after).repeated <= Self.buffer, "\(before.parts) \(after.parts)")
        let lines = try run.lines()
        // A server that starts may end its first streams again: each loss is told once, and each return.
        let events = lines.named("audioDeviceChanged")
        let losses = events.count / 2
        #expect(losses > 0 && events.count % 2 == 1)
        #expect(lines.named("warning").map(\.code) == Array(repeating: "audioDeviceLost", count: losses))
        #expect(events.map(\.active) == (0..<events.count).map { $0 % 2 == 0 ? "pulse/first" : nil })
        #expect(events.map(\.lost) == (0..<events.count).map { $0 % 2 == 0 ? nil : "pulse/first" })
        await server.kill()
    }

    @Test func `a player that is paused by the loss goes on where it was`() async throws {
        let server = try await PulseServer(sinks: "first")
        let recording = try await server.record("first")
        let player = try await server.play(seconds: 2, "--audio-device-lost", "pause")
        try await waitUntil { try recording.heard.extent.upperBound > 24000 }
        await server.kill()
        #expect(await player.child.output.waits { $0.contains(#""to":"paused""#) })
        try await server.restart()
        let again = try await server.record("first")
        #expect(
            await player.child.output.waits { $0.components(separatedBy: "audioDeviceChanged").count > 3 })
        try player.send("set_property pause no")
        let run = await RunResult(player.child)
        let heard = try await recording.end() + again.end()
        #expect(run.code == 0, "\(run.errors)")
        #expect(heard.extent == 0..<96000, "\(heard.parts)")
        #expect(heard.lost <= Self.buffer && heard.repeated <= Self.buffer, "\(heard.parts)")
        await server.kill()
    }

    @Test func `a lost device is an error where that is asked for`() async throws {
        let server = try await PulseServer(sinks: "first")
        let player = try await server.play(seconds: 60, "--audio-device-lost", "fail")
        #expect(await player.child.output.waits { $0.contains("audioDeviceChanged") })
        await server.kill()
        let run = await RunResult(player.child)
        #expect(run.code == 1)
        #expect(try run.lines().named("error").map(\.code) == ["outputUnavailable"], "\(run.output)")
    }

    @Test func `audio follows the default device of the server`() async throws {
        let server = try await PulseServer(sinks: "first", "second")
        let (first, second) = (try await server.record("first"), try await server.record("second"))
        let player = try await server.play(seconds: 3)
        try await waitUntil { try first.heard.extent.upperBound > 24000 }
        try await server.control("set-default-sink", "second")
        let run = await RunResult(player.child)
        let (before, after) = (try await first.end(), try await second.end())
        // The server moves the recording, too.
        #expect(before.extent == 0..<144_000 && before.lost <= Self.buffer, "\(before.parts)")
        #expect(after.extent.upperBound == 144_000 && after.lost <= Self.buffer, "\(after.parts)")
        let lines = try run.lines()
        let active = lines.named("audioDeviceChanged").map(\.active)
        #expect(Self.settled(active) == ["pulse/first", "pulse/second"])
        // Nothing is lost without being told.
        #expect(lines.named("warning").count == active.count { $0 == nil })
        await server.kill()
    }

    @Test func `a device that is waited for is not replaced by another one`() async throws {
        let server = try await PulseServer(sinks: "first", "second")
        let (first, second) = (try await server.record("first"), try await server.record("second"))
        let player = try await server.play(
            seconds: 30, "--audio-device", "pulse/second", "--audio-device-lost", "wait")
        try await waitUntil { try second.heard.extent.count > 24000 }
        try await server.unload("second")
        #expect(await player.child.output.waits { $0.contains(#""active":null,"lost":"pulse/second""#) })
        try await server.load("second")
        let again = try await server.record("second")
        try await waitUntil { try again.heard.extent.count > 24000 }
        try player.send("quit")
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        let other = try await first.end()
        // The server moves the audio there before it tells.
        #expect(other.extent.count < 24000, "\(other.parts)")
        let lines = try run.lines()
        let active = lines.named("audioDeviceChanged").map(\.active)
        #expect(Self.settled(active) == ["pulse/second"] && active.last == "pulse/second")
        #expect(lines.named("warning").count == active.count { $0 == nil })
        await server.kill()
    }

    @Test func `a device that is not there is replaced by the default one until it comes`() async throws {
        let server = try await PulseServer(sinks: "first")
        let recording = try await server.record("first")
        let player = try await server.play(seconds: 30, "--audio-device", "pulse/second")
        try await waitUntil { try recording.heard.extent.count > 24000 }
        try await server.load("second")
        #expect(
            await player.child.output.waits {
                $0.contains(#""requested":"pulse/second","active":"pulse/second","lost":null"#)
            })
        try player.send("quit")
        let run = await RunResult(player.child)
        #expect(run.code == 0, "\(run.errors)")
        #expect(try run.lines().named("warning").map(\.code) == ["audioDeviceLost"])
        await server.kill()
    }

    @Test func `a server that does not answer has no devices`() async throws {
        let server = try await PulseServer(sinks: "first")
        try server.child.signal(SIGSTOP)
        let list = await RunResult(
            try await PlayheadBinary.start(["devices"], environment: server.environment, beside: server.child)
        )
        #expect(list.code == 1)
        #expect(
            list.errors == """
                playhead: There is no audio device
                  start a sound server or connect a sound card

                """)
        await server.kill()
    }

    @Test func `devices are listed, and chosen by name`() async throws {
        let server = try await PulseServer(sinks: "first", "second")
        func run(_ words: String...) async throws -> RunResult {
            await RunResult(
                try await PlayheadBinary.start(
                    words, environment: server.environment, beside: try server.child))
        }
        let list = try await run("devices", "--json")
        #expect(
            list.output == """
                {"id":"pulse/first","name":"First","interface":"pulse","isDefault":true}
                {"id":"pulse/second","name":"Second","interface":"pulse","isDefault":false}

                """)
        let plain = try await run("devices")
        #expect(plain.output.hasPrefix("* pulse/first   First"), "\(plain.output)")
        let file = try server.folder.write(NumberedSound.wav(seconds: 1), to: "1.wav")
        let second = try await server.record("second")
        let played = try await run("--video", "none", "--audio-device", "Second", file)
        let heard = try await second.end()
        // A server on a busy machine may end the stream; the rest is heard on the default device then.
        let isWhole = heard.extent.upperBound == 48000 || played.errors.contains("is not available")
        #expect(played.code == 0 && heard.extent.lowerBound == 0 && isWhole, "\(played.errors)")
        #expect(!heard.extent.isEmpty)
        let failed = try await run("--audio-device", "third", file)
        #expect(failed.code == 2)
        #expect(
            failed.errors == """
                playhead: No audio device has the name third
                  choose pulse/first or pulse/second

                """)
        await server.kill()
    }
}

/// The command, while it plays on a sound server.
struct PlayerOnServer {
    let child: Child
    fileprivate let descriptor: Int32

    /// Sends a command of mpv's text form.
    func send(_ command: String) throws {
        let bytes = Array((command + "\n").utf8)
        #expect(unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }
}

extension PulseServer {
    /// Starts the command with numbered sound, and connects to its remote control.
    func play(seconds: Int, _ options: String...) async throws -> PlayerOnServer {
        try await play(folder.write(NumberedSound.wav(seconds: seconds), to: "\(seconds).wav"), options)
    }

    /// Starts the command with a file, and connects to its remote control.
    func play(_ file: String, _ options: [String], then next: String...) async throws -> PlayerOnServer {
        let path = folder.path + "/remote"
        let child = try await PlayheadBinary.start(
            ["play", "--video", "none", "--json", "--input-ipc-server", path] + options + [file] + next,
            environment: environment, beside: try child)
        var descriptor: Int32 = -1
        try await waitUntil {
            descriptor = (try? UnixSocket.connect(to: path)) ?? -1
            return descriptor >= 0
        }
        return PlayerOnServer(child: child, descriptor: descriptor)
    }
}
