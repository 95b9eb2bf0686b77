import Playhead
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Usage` {
    @Test(arguments: [
        [], ["play"], ["frob"], ["play", "--bogus", "x"], ["play", "--volume", "2", "x"],
        ["play", "--start", "-1", "x"],
    ]) func `that is wrong exits 2, with a text on standard error`(arguments: [String]) async throws {
        let child = try await PlayheadBinary.start(arguments)
        let result = await RunResult(child)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("playhead: ") && result.errors.contains("Usage: playhead"))
        #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("playhead: ") }.count == 1)
    }

    @Test func `that plays a standard input which is closed exits 2`() async throws {
        let child = try await Child.start("/bin/sh", ["-c", "exec \"$0\" play - <&-", PlayheadBinary.path])
        let result = await RunResult(child)
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("playhead: Standard input (-) is closed"))
    }

    @Test func `asks for both versions`() async throws {
        let result = try await PlayheadBinary.run("--version")
        #expect(result.code == 0)
        #expect(result.output == "playhead 0.1.0\nGStreamer \(Player.gstreamerVersion)\n")
        #expect(result.errors == "")
    }

    @Test func `completes the options of every subcommand`() async throws {
        for shell in ["bash", "zsh", "fish"] {
            let result = try await PlayheadBinary.run("--generate-completion-script", shell)
            #expect(result.code == 0)
            for option in ["gapless", "timeout", "encoding", "certificate", "shard"] {
                #expect(result.output.contains(option), "\(shell): \(option)")
            }
            #expect(!result.output.contains("--child"))
        }
    }

    @Test func `without JSON says plain lines on standard error, and nothing else anywhere`() async throws {
        let path = SampleMedia.path("one-frame.mp4")
        let result = try await PlayheadBinary.run("play", "--video", "none", "--audio", "none", path)
        #expect(result.code == 0)
        #expect(result.output == "")
        #expect(
            result.errors == "Playing \(path)\nFinished \(path)\nSummary: \(path): played, 0.0 of 0.0 s\n")
    }

    @Test func `that asks for quiet gets nothing but errors`() async throws {
        let result = try await PlayheadBinary.run(
            "play", "--quiet", SampleMedia.path("one-frame.mp4"), "/missing")
        #expect(result.code == 3)
        #expect(result.output == "")
        #expect(
            result.errors.split(separator: "\n").filter { !$0.hasPrefix("  ") } == [
                "playhead: No such file: /missing"
            ])
    }
}
