import Foundation
import PlayheadServer
import Testing

@testable import TestBasics
@testable import TestSupport

/// A folder of configuration files, and the command that reads them.
private struct ConfiguredPlayhead {
    private let folder: TemporaryFolder
    let path: String

    init(_ text: String) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/playhead", withIntermediateDirectories: true)
        path = try folder.write(text, to: "playhead/config.yaml")
    }

    func run(_ arguments: String...) async throws -> RunResult {
        await RunResult(
            try await PlayheadBinary.start(arguments, environment: ["XDG_CONFIG_HOME": folder.path]))
    }

    /// The options with another source than the default, as `name=value source`.
    func settings(_ arguments: String...) async throws -> [String] {
        struct Entry: Decodable {
            var option: String?
            var value: String?
            var source: String
            var line: Int?
            var profile: String?
        }
        let child = try await PlayheadBinary.start(
            ["config", "--json"] + arguments, environment: ["XDG_CONFIG_HOME": folder.path])
        let lines = await RunResult(child).output.split(separator: "\n")
        return try lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }.compactMap {
            entry in
            guard let option = entry.option, entry.source != "default" else { return nil }
            let place = entry.line.map { " \($0)" } ?? ""
            return
                "\(option)=\(entry.value ?? "") \(entry.source)\(place)\(entry.profile.map { " " + $0 } ?? "")"
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct `A configuration file` {
    private let sample = SampleMedia.path("one-frame.mp4")

    @Test func `has options for play, and the command line wins`() async throws {
        let playhead = try ConfiguredPlayhead("volume: 0.25\nmute: true\nvideo: none\naudio: none\n")
        let plain = try await playhead.run("--json", sample).lines()
        #expect(plain.named("volumeChanged").map(\.volume) == [0.25])
        #expect(plain.named("mutedChanged").map(\.isMuted) == [true])
        let typed = try await playhead.run("--json", "--volume", "0.5", "--no-mute", sample).lines()
        #expect(typed.named("volumeChanged").map(\.volume) == [0.5])
        #expect(typed.named("mutedChanged").isEmpty)
        let without = try await playhead.run("--json", "--no-config", "--video=none", "--audio=none", sample)
        #expect(try without.lines().named("volumeChanged").isEmpty)
    }

    @Test func `has options for inspect and subtitles, which take those that they have`() async throws {
        let playhead = try ConfiguredPlayhead("json: true\nformat: vtt\nvolume: 0.5\n")
        #expect(try await playhead.run("inspect", sample).output.hasPrefix(#"{"uri":"#))
        #expect(
            try await playhead.run("subtitles", SampleMedia.path("subtitles.mkv")).output.hasPrefix("WEBVTT"))
    }

    @Test func `says where each value came from`() async throws {
        let playhead = try ConfiguredPlayhead(
            """
            volume: 0.25
            header: ["A: b", "C: d"]
            profiles:
              night:
                volume: 10%
                mute: true
            """)
        #expect(
            try await playhead.settings("--profile", "night", "--speed", "2", "--no-mute") == [
                "volume=10% file 5 night", "mute=false commandLine", "speed=2 commandLine",
                "header=A: b, C: d file 2",
            ])
        let page = try await playhead.run("config", "play", "--start", "1:30")
        #expect(page.code == 0 && page.errors == "")
        #expect(page.output.hasPrefix("Configuration file: \(playhead.path)\n"))
        #expect(page.output.contains("line 1\n") && page.output.contains("command line\n"))
        #expect(page.output.contains("  q "))
    }

    @Test func `has profiles with conditions, which all inputs have to meet`() async throws {
        let playhead = try ConfiguredPlayhead(
            """
            volume: 0.5
            profiles:
              streams:
                when: [hls, dash]
                max-height: 720
              web:
                when: http
                retries: 7
              local:
                when: file
                resume: true
              music:
                when: audio
                video: none
              own:
                when: .XYZ
                speed: 2
              named:
                speed: 3
            """)
        let base = "volume=0.5 file 1"
        let web = "retries=7 file 8 web"
        let stream = "max-height=720 file 5 streams"
        let local = "resume=true file 11 local"
        #expect(try await playhead.settings() == [base])
        #expect(try await playhead.settings("http://h/a.m3u8?x=1.mp3") == [base, stream, web])
        #expect(try await playhead.settings("https://h/a.MPD") == [base, stream, web])
        #expect(try await playhead.settings("http://h/a.m3u8", "b.m3u8") == [base, stream])
        #expect(try await playhead.settings("http://h/a.m3u8", "b.mp4") == [base])
        #expect(try await playhead.settings("a.flac") == ["video=none file 14 music", base, local])
        #expect(try await playhead.settings("a.xyz") == [base, "speed=2 file 17 own", local])
        #expect(try await playhead.settings("a.xyz", "--profile=named").contains("speed=3 file 19 named"))
    }

    @Test(arguments: [
        ("volum: 1\n", "1:1: `volum` is not an option of play, inspect or subtitles; did you mean `volume`?"),
        ("volume: 3\n", "1:1: --volume must lie between 0 and 2, or 0% and 200%"),
        (
            "mute: no\nvideo: windw\n",
            "2:1: The value 'windw' is invalid for '--video <video>'. Please provide one of"
        ),
        ("mute: maybe\n", "1:7: expected true or false, not `maybe`"),
        ("\"--mute\": true\n", "1:1: `--mute` is not an option; options stand here without dashes"),
        ("volume: [1, 0.5]\n", "1:9: `volume` takes one value"),
        ("volume: 1\nvolume: 0\n", "`volume` stands here more than once"),
        ("- volume\n", "1:1: expected options by their long names"),
        ("keys:\n  spac: pause\n", "2:3: expected a key: an ASCII character, space,"),
        ("keys:\n  x: paus\n", "2:6: expected an action: seek SECONDS,"),
        ("keys:\n  x: paus\n", "did you mean `pause`?"),
        (
            "profiles:\n  a:\n    when: hsl\n",
            "3:11: expected hls, dash, http, file, audio, live or an extension"
        ),
        (
            "profiles:\n  a:\n    spede: 1\n",
            "3:5: `spede` is not an option of play, inspect or subtitles; did you mean `speed`?"
        ),
        ("a: b: c\n", "1:5: mapping values are not allowed"),
    ]) func `with a mistake is one line that names its place and what is allowed`(
        text: String, message: String
    ) async throws {
        let playhead = try ConfiguredPlayhead(text)
        let result = try await playhead.run(sample)
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("playhead: \(playhead.path):") && result.errors.contains(message))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `has a mistake in a profile that does not apply: config finds it`() async throws {
        let playhead = try ConfiguredPlayhead("profiles:\n  a:\n    speed: fast\n")
        #expect(try await playhead.run("--quiet", "--video=none", sample).code == 0)
        let result = try await playhead.run("config")
        #expect(result.code == 2)
        #expect(
            result.errors
                == "playhead: \(playhead.path):3:5: The value 'fast' is invalid for '--speed <factor>'\n")
    }

    @Test func `lacks the profile that is named`() async throws {
        let playhead = try ConfiguredPlayhead("profiles:\n  night:\n    mute: true\n")
        let result = try await playhead.run("--profile", "nihgt", sample)
        #expect(result.code == 2)
        #expect(
            result.errors
                == "playhead: There is no profile `nihgt` in \(playhead.path): it has night; did you mean `night`?\n"
        )
        #expect(try await playhead.run("--no-config", "--profile", "night", sample).code == 2)
    }

    @Test(arguments: ["", "# a comment\n", "keys:\nprofiles:\n"])
    func `may be empty`(text: String) async throws {
        #expect(try await ConfiguredPlayhead(text).run("--quiet", "--video=none", sample).code == 0)
    }

    @Test func `has profiles for live streams, which are opened as the network options say`() async throws {
        let stream = LiveStream(from: "hls-ts/low.m3u8", window: .segments(3), startsWith: 3)
        let server = try await MediaServer(
            folder: SampleMedia.folder, plan: FaultPlan(streams: ["live.m3u8": stream]))
        let text = "profiles:\n  l:\n    when: live\n    live-offset: 9\n"
        let live = server.address(of: "live.m3u8")
        let playhead = try ConfiguredPlayhead(text)
        #expect(try await playhead.settings(live) == ["live-offset=9 file 4 l"])
        #expect(try await playhead.settings(server.address(of: "hls-ts/low.m3u8")) == [])
        let careful = try ConfiguredPlayhead(text + "deny-private-networks: true\n")
        #expect(try await careful.settings(live) == ["deny-private-networks=true file 5"])
        await server.close()
    }

    @Test func `may be the one of the documentation`() async throws {
        let path = SampleMedia.path("../docs/configuration.md")
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let example = page.split(separator: "```yaml\n")[1].split(separator: "```\n")[0]
        let playhead = try ConfiguredPlayhead(String(example))
        #expect(try await playhead.run("config").errors == "")
        #expect(
            try await playhead.settings("--profile", "night", "--speed", "2").prefix(2) == [
                "volume=20% file 14 night", "speed=2 commandLine",
            ])
    }

    @Test func `has keys`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/playhead", withIntermediateDirectories: true)
        _ = try folder.write("keys:\n  x: mute\n  q: none\n  ctrl-x: quit\n", to: "playhead/config.yaml")
        let terminal = try PseudoTerminal()
        let child = try await PlayheadBinary.start(
            ["--no-video", "--no-audio", "--paused", SampleMedia.path("av-h264-aac.mp4")],
            streams: .terminal(path: terminal.path),
            environment: ["TERM": "xterm", "XDG_CONFIG_HOME": folder.path])
        terminal.release()
        #expect(await terminal.screen.waits { $0.contains("Paused") })
        terminal.type("qx")
        #expect(await terminal.screen.waits { $0.contains("muted") })
        terminal.type("?")
        #expect(await terminal.screen.waits { $0.contains("ctrl-x      quit  (configuration file)") })
        terminal.type("\u{18}")
        #expect(await child.exitCode() == 0)
    }
}
