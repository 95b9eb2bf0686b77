import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// `playhead play --trace` and `playhead replay`, as a process.
@Suite(.timeLimit(.minutes(2))) struct `Replay` {
    /// A recording of three seconds of a fake film; answers its path.
    private func recording(in folder: TemporaryFolder) async throws -> String {
        let media = FakeMedia(
            FakeScript {
                $0.duration = .seconds(3)
                $0.tracks = []
            })
        let player = media.makePlayer()
        let path = folder.path + "/fake.jsonl"
        let recording = try player.captureTrace(to: path)
        player.load(MediaItem(uri: "fake://film"), autoplay: true)
        media.advance(by: .seconds(1))
        player.pause()
        try await recording.stop()
        await player.close()
        return path
    }

    private func edit(_ path: String, _ old: String, _ new: String) throws -> String {
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(to: URL(filePath: path), atomically: true, encoding: .utf8)
        return path
    }

    @Test func `of what play recorded comes out the same, in every process`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a b.jsonl"
        let sample = SampleMedia.path("one-frame.mp4")
        let played = try await PlayheadBinary.run(
            "play", "--trace", path, "--video", "none", "--audio", "none", "/missing", sample)
        #expect(played.code == 3)
        // Each process has another order of its sets.
        for _ in 1...3 {
            let result = try await PlayheadBinary.run("replay", path)
            #expect(result.code == 0)
            #expect(result.errors == "")
            let lines = result.output.split(separator: "\n")
            #expect(
                lines.first
                    == "Recorded by playhead \(Player.version) with GStreamer \(Player.gstreamerVersion)")
            #expect(lines.last?.hasSuffix(" inputs, same as recorded") == true)
            #expect(lines.contains { $0.contains("idle             closed") })
            #expect(lines.contains { $0.contains("code: notFound") && $0.contains("→ error, finished") })
        }
    }

    @Test func `is told in columns`() async throws {
        let folder = try TemporaryFolder()
        let result = try await PlayheadBinary.run("replay", try await recording(in: folder))
        let first: [Substring] = [
            "    0.000000 playingBuffering opening        0.000   command load uri: fake://film, subtitleFiles: [], autoplay: true"
                + " → queueChanged, itemChanged, statusChanged, stateChanged",
            "    0.000000 playing          ready          0.000   report prerolled duration: 3 s, "
                + "isSeekable: true, isLive: false, hasVideo: true, hasAudio: true, isScrubbable: true of load 1"
                + " → durationChanged, streamTypeChanged, seekableRangeChanged, ready, statusChanged, stateChanged",
        ]
        #expect(Array(result.output.split(separator: "\n")[1...2]) == first)
        #expect(
            result.output.contains(
                "    1.000000 paused           started        1.000   command pause → stateChanged, positionChanged\n"
            ))
    }

    @Test func `is told in JSON Lines`() async throws {
        let folder = try TemporaryFolder()
        let result = try await PlayheadBinary.run("replay", "--json", try await recording(in: folder))
        let lines = result.output.split(separator: "\n")
        #expect(result.code == 0)
        #expect(
            lines.first == """
                {"event":"trace","version":"\(Player.version)","gstreamer":"\(Player.gstreamerVersion)"}
                """)
        #expect(
            lines.dropLast().last == """
                {"event":"step","at":1,"line":6,"state":"paused","status":"started","position":1,\
                "command":{"pause":{}},"events":[{"event":"stateChanged","from":"playing",\
                "to":"paused","reason":"command"},{"event":"positionChanged","position":1}]}
                """)
        #expect(lines.last == #"{"event":"summary","inputs":6,"lost":0,"same":true,"complete":true}"#)
    }

    @Test func `that comes out otherwise says where and how, and exits 1`() async throws {
        let folder = try TemporaryFolder()
        let path = try edit(try await recording(in: folder), #""pause":{}"#, #""stop":{}"#)
        let result = try await PlayheadBinary.run("replay", path)
        #expect(result.code == 1)
        #expect(result.errors == "")
        #expect(result.output.contains("\nLine 6 parts: command stop\n"))
        #expect(result.output.contains("\n  position: recorded 1, computed 0\n"))
        let json = try await PlayheadBinary.run("replay", "--json", path)
        #expect(json.code == 1)
        let lines = json.output.split(separator: "\n")
        #expect(
            lines.dropLast().last?.hasPrefix(#"{"event":"divergence","line":6,"input":"command stop","#)
                == true)
        #expect(lines.dropLast().last?.contains(#"{"field":"position","recorded":1,"computed":0}"#) == true)
        #expect(lines.last == #"{"event":"summary","inputs":5,"lost":0,"same":false,"complete":false}"#)
    }

    @Test func `of a recording that was cut says so, and exits 0`() async throws {
        let folder = try TemporaryFolder()
        let path = try edit(try await recording(in: folder), #"{"end":6}"# + "\n", #"{"at":1.5,"inp"#)
        let result = try await PlayheadBinary.run("replay", path)
        #expect(result.code == 0)
        #expect(result.output.hasSuffix("\n6 inputs, same as recorded; the recording breaks off there\n"))
    }

    @Test(arguments: [
        "/nonexistent", "/tmp", "/dev/null", SampleMedia.path("tone.wav"), SampleMedia.path("manifest.json"),
    ])
    func `of what is no recording exits 2, with a text on standard error`(_ path: String) async throws {
        for arguments in [["replay", path], ["replay", "--json", path]] {
            let result = await RunResult(try await PlayheadBinary.start(arguments))
            #expect(result.code == 2)
            #expect(result.errors.hasPrefix("playhead: "))
            #expect(result.output.isEmpty == (arguments.count == 2))
        }
    }

    @Test func `that nobody can record exits 2 before anything is played`() async throws {
        let result = try await PlayheadBinary.run(
            "play", "--json", "--trace", "/nonexistent/x", SampleMedia.path("one-frame.mp4"))
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(
            result.errors == "playhead: No such folder: /nonexistent/x\n  make it, or name another file\n")
    }

    @Test func `of a full disk is warned of, and playback goes on`() async throws {
        let result = try await PlayheadBinary.run(
            "play", "--video", "none", "--audio", "none", "--trace", "/dev/full",
            SampleMedia.path("one-frame.mp4"))
        #expect(result.code == 0)
        #expect(result.errors.contains("playhead: warning: There is no room for the recording: /dev/full\n"))
    }

    @Test func `keeps what it tells from moving the cursor`() async throws {
        let folder = try TemporaryFolder()
        let path = try edit(try await recording(in: folder), "fake://film", #"fake://\u001b[2Jfilm"#)
        let result = try await PlayheadBinary.run("replay", path)
        #expect(result.code == 0)
        #expect(!result.output.contains("\u{1B}"))
    }
}
