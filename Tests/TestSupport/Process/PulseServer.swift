import Foundation
import Synchronization
import Testing

@testable import TestBasics

/// A PulseAudio server of its own, with null sinks, that can be killed and started again. Nothing on the machine is
/// heard.
final class PulseServer: Sendable {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/pulseaudio")

    /// What clients need to find it.
    let environment: [String: String]
    /// Where it listens.
    let socket: String
    let folder: TemporaryFolder
    private let sinks: [String]
    private let running: Mutex<Child>

    /// Starts it with these sinks, of which the first is the default one.
    init(sinks: String...) async throws {
        folder = try TemporaryFolder()
        self.sinks = sinks
        let client = try folder.write("autospawn = no\n", to: "client.conf")
        environment = [
            "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PULSE_CLIENTCONFIG": client,
        ]
        socket = folder.path + "/pulse/native"
        try FileManager.default.createDirectory(
            atPath: folder.path + "/pulse", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        running = Mutex(try await Self.start(at: socket, environment, sinks))
    }

    /// The process. A program that is played to it needs no room of its own beside it.
    var child: Child { running.withLock { $0 } }

    private static func start(
        at socket: String, _ environment: [String: String], _ sinks: [String]
    ) async throws -> Child {
        let modules = sinks.flatMap {
            ["-L", "module-null-sink " + arguments(of: $0).joined(separator: " ")]
        }
        let child = try await Child.start(
            "/usr/bin/pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
                "--log-target=stderr", "--log-level=info", "-L",
                "module-native-protocol-unix socket=\(socket) auth-anonymous=1 auth-cookie-enabled=0",
            ] + modules, environment: environment)
        #expect(await child.errors.waits { $0.contains("Daemon startup complete") }, "\(child.errors.text)")
        return child
    }

    /// Ends it as a crash does: clients lose it, and its socket remains.
    func kill() async {
        child.signal(SIGKILL)
        _ = await child.exitCode()
    }

    /// Starts it again after its end.
    func restart() async throws {
        let child = try await Self.start(at: socket, environment, sinks)
        running.withLock { $0 = child }
    }

    /// A sink that renews nothing that it has passed to its monitor, so that a recording has every sample.
    private static func arguments(of sink: String) -> [String] {
        [
            "sink_name=\(sink)", "rate=48000", "norewinds=1",
            "sink_properties=device.description=\(sink.capitalized)",
        ]
    }

    /// Adds a sink.
    func load(_ sink: String) async throws {
        try await control("load-module", words: ["module-null-sink"] + Self.arguments(of: sink))
    }

    /// Removes a sink.
    func unload(_ sink: String) async throws {
        let modules = try await control("list", "short", "modules")
        let line = try #require(modules.split(separator: "\n").first { $0.contains("sink_name=\(sink)") })
        try await control("unload-module", String(line.prefix { $0 != "\t" }))
    }

    /// Runs `pactl`, and returns what it prints.
    @discardableResult
    func control(_ command: String, words: [String]) async throws -> String {
        let client = try await Child.start(
            "/usr/bin/pactl", [command] + words, environment: environment, beside: child)
        let result = await RunResult(client)
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }

    @discardableResult
    func control(_ command: String, _ words: String...) async throws -> String {
        try await control(command, words: words)
    }

    /// Records what a sink plays from now on.
    func record(_ sink: String) async throws -> SinkRecording {
        try await SinkRecording(of: sink, on: self, to: folder.path + "/\(UUID().uuidString)")
    }
}

/// A recording of everything that a sink of a server plays, silence as well.
final class SinkRecording: Sendable {
    private let child: Child
    private let path: String

    fileprivate init(of sink: String, on server: PulseServer, to path: String) async throws {
        self.path = path
        child = try await Child.start(
            "/usr/bin/parec",
            [
                "--device=\(sink).monitor", "--raw", "--format=s16le", "--rate=48000", "--channels=2",
                "--latency-msec=1", "--verbose", path,
            ], environment: server.environment, beside: server.child)
        #expect(
            await child.errors.waits { $0.contains("Stream successfully created") }, "\(child.errors.text)")
    }

    /// What was recorded until now.
    var heard: HeardSamples {
        get throws { HeardSamples(try Data(contentsOf: URL(filePath: path))) }
    }

    /// Ends it.
    func end() async throws -> HeardSamples {
        child.signal(SIGTERM)
        _ = await child.exitCode()
        return try heard
    }
}
