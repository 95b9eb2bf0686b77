import Foundation
import Synchronization
import Testing

@testable import TestBasics

/// A sound server of its own that speaks PulseAudio's protocol, with null sinks, that can be killed and started again.
/// Nothing on the machine is heard.
final class PulseServer: Sendable {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case pulseAudio, pipeWire

        /// The programs, in the order of their start.
        fileprivate var programs: [String] {
            switch self {
            case .pulseAudio: ["pulseaudio"]
            case .pipeWire: ["dbus-daemon", "pipewire", "wireplumber", "pipewire-pulse"]
            }
        }

        var isInstalled: Bool {
            (programs + ["pactl"]).allSatisfy {
                FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
            }
        }

        static var installed: [Kind] { allCases.filter(\.isInstalled) }
        var testDescription: String { rawValue }
    }

    let kind: Kind
    /// What clients need to find it.
    let environment: [String: String]
    let folder: TemporaryFolder
    private let sinks: [String]
    private let channels: Int
    private let formats: [String: String]
    private let running: Mutex<[Child]>

    /// Starts it with these sinks, of which the first is the default one. They have 2 channels, or 6 in the order of
    /// media, and take decoded samples, or the formats that are named for them.
    init(_ kind: Kind = .pulseAudio, sinks: String..., channels: Int = 2, formats: [String: String] = [:])
        async throws
    {
        folder = try TemporaryFolder()
        (self.kind, self.sinks, self.channels, self.formats) = (kind, sinks, channels, formats)
        let client = try folder.write("autospawn = no\n", to: "client.conf")
        environment = [
            "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
            "PULSE_CLIENTCONFIG": client,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus",
        ]
        try FileManager.default.createDirectory(
            atPath: folder.path + "/pulse", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        running = Mutex([])
        try await restart()
    }

    /// A test that fails may not come to its end.
    deinit { for child in running.withLock({ $0 }) { child.signal(SIGKILL) } }

    /// A process of it. A program that is played to it needs no room of its own beside it.
    var child: Child {
        get throws {
            let first = running.withLock { $0.first }
            return try #require(first)
        }
    }

    /// Ends it as a crash does: clients lose it, and its socket remains.
    func kill() async {
        let children = running.withLock { children in
            defer { children = [] }
            return children
        }
        for child in children { child.signal(SIGKILL) }
        for child in children { _ = await child.exitCode() }
    }

    /// Starts it again after its end.
    func restart() async throws {
        switch kind {
        case .pulseAudio: try await startPulseAudio()
        case .pipeWire: try await startPipeWire()
        }
    }

    private func start(_ program: String, _ words: String...) async throws -> Child {
        let child = try await Child.start(
            "/usr/bin/" + program, words, environment: environment, beside: running.withLock { $0.first })
        running.withLock { $0.append(child) }
        return child
    }

    private func startPulseAudio() async throws {
        let socket = "socket=\(folder.path)/pulse/native auth-anonymous=1 auth-cookie-enabled=0"
        let modules =
            ["module-native-protocol-unix " + socket]
            + sinks.map { "module-null-sink " + arguments(of: $0).joined(separator: " ") }
        let script = modules.map { "load-module \($0)\n" }.joined()
        let child = try await start(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
            "--disable-shm=yes", "--log-target=stderr", "--log-level=info",
            "--file=" + folder.write(script, to: "default.pa"))
        #expect(await child.errors.waits { $0.contains("Daemon startup complete") }, "\(child.errors.text)")
    }

    private func startPipeWire() async throws {
        let bus = folder.path + "/bus"
        try? FileManager.default.removeItem(atPath: bus)
        _ = try await start("dbus-daemon", "--session", "--nofork", "--address=unix:path=" + bus)
        try await waitUntil { FileManager.default.fileExists(atPath: bus) }
        for program in kind.programs.dropFirst() { _ = try await start(program) }
        for sink in sinks {
            let words = ["load-module", "module-null-sink"] + arguments(of: sink)
            try await waitUntil { try await pactl(words).code == 0 }
        }
        // The session manager carries that out, when it is there.
        try await waitUntil { try await pactl(["set-default-sink", sinks[0]]).code == 0 }
        try await waitUntil { try await pactl(["info"]).output.contains("Default Sink: \(sinks[0])") }
    }

    /// A sink of PulseAudio that renews nothing that it has passed to its monitor, so that a recording has every sample.
    private func arguments(of sink: String) -> [String] {
        ["sink_name=\(sink)", "rate=48000", "sink_properties=device.description=\(sink.capitalized)"]
            + (channels > 2 ? ["channels=\(channels)", "channel_map=" + Self.surround] : [])
            + (kind == .pulseAudio ? ["norewinds=1"] : [])
            + (formats[sink].map { ["formats=\"\($0)\""] } ?? [])
    }

    fileprivate static let surround = "front-left,front-right,front-center,lfe,rear-left,rear-right"

    /// Adds a sink.
    func load(_ sink: String) async throws {
        try await control("load-module", words: ["module-null-sink"] + arguments(of: sink))
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
        let result = try await pactl([command] + words)
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }

    @discardableResult
    func control(_ command: String, _ words: String...) async throws -> String {
        try await control(command, words: words)
    }

    private func pactl(_ words: [String]) async throws -> RunResult {
        await RunResult(
            try await Child.start("/usr/bin/pactl", words, environment: environment, beside: try child))
    }

    /// Records what a sink plays from now on.
    func record(_ sink: String) async throws -> SinkRecording {
        try await SinkRecording(
            of: sink, on: self, channels: channels, to: folder.path + "/\(UUID().uuidString)")
    }
}

/// A recording of everything that a sink of a server plays, silence as well.
final class SinkRecording: Sendable {
    private let child: Child
    private let path: String

    fileprivate init(of sink: String, on server: PulseServer, channels: Int, to path: String) async throws {
        self.path = path
        child = try await Child.start(
            "/usr/bin/parec",
            [
                "--device=\(sink).monitor", "--raw", "--format=s16le", "--rate=48000",
                "--channels=\(channels)", "--latency-msec=1", "--verbose",
            ] + (channels > 2 ? ["--channel-map=" + PulseServer.surround] : []) + [path],
            environment: server.environment, beside: try server.child)
        #expect(
            await child.errors.waits { $0.contains("Stream successfully created") }, "\(child.errors.text)")
    }

    /// What was recorded until now of ``NumberedSound``.
    var heard: HeardSamples {
        get throws { HeardSamples(try content) }
    }

    /// Ends it.
    func end() async throws -> HeardSamples {
        try await stop()
        return try heard
    }

    /// Ends it, and returns its samples from -1 to 1.
    func samples() async throws -> [Float] {
        try await stop()
        let bytes = [UInt8](try content)
        return (0..<bytes.count / 2).map { index in
            Float(Int16(bitPattern: UInt16(bytes[index * 2]) | UInt16(bytes[index * 2 + 1]) << 8)) / 32768
        }
    }

    private var content: Data {
        get throws { try Data(contentsOf: URL(filePath: path)) }
    }

    private func stop() async throws {
        child.signal(SIGTERM)
        _ = await child.exitCode()
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests where PulseAudio is not installed.
    static var needsPulseAudio: Self {
        .enabled(if: PulseServer.Kind.pulseAudio.isInstalled, "pulseaudio is not installed")
    }
}
