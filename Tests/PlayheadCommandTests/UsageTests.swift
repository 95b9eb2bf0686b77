import Playhead
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `Usage` {
    @Test(arguments: [
        (["play"], "Missing expected argument '<path or uri> ...'"),
        (["inspct", "x"], "There is no file or subcommand `inspct`; did you mean `inspect`?"),
        (["subtitels"], "There is no file or subcommand `subtitels`; did you mean `subtitles`?"),
        (
            ["--json", "inspect", "x"],
            "There is no file `inspect`, and a subcommand comes first: playhead inspect ..."
        ),
        (["--vollume", "1", "x"], "Unknown option '--vollume'. Did you mean '--volume'?"),
        (["play", "--bogus", "x"], "Unknown option '--bogus'"),
        (["inspect", "--jobbs", "2", "x"], "Unknown option '--jobbs'. Did you mean '--jobs'?"),
        (["play", "--volume", "3", "x"], "--volume must lie between 0 and 2, or 0% and 200%"),
        (["--start=-1", "x"], "--start must not be negative"),
        (["--loop", "x"], "There is no --loop: use --repeat one, or --repeat all for all items"),
        (["-ss", "90", "x"], "There is no -ss: use --start"),
        (["--video", "terminal", "x"], "--video terminal needs a terminal on standard output"),
        (["--video", "terminal", "--json", "x"], "--video terminal and --json exclude each other"),
        (["--hwdec=auto", "x"], "There is no --hwdec: use --decoder automatic, software or hardware"),
        (["--fs", "x"], "There is no --fs: Playhead has no full-screen mode"),
    ]) func `that is wrong exits 2, with one line on standard error`(arguments: [String], text: String)
        async throws
    {
        let result = await RunResult(try await PlayheadBinary.start(arguments))
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.errors == "playhead: \(text)\n")
    }

    @Test func `without arguments is a short help`() async throws {
        let result = try await PlayheadBinary.run()
        #expect(result.code == 2 && result.output == "")
        #expect(result.errors.contains("playhead FILE...") && result.errors.contains("playhead --help"))
        #expect(result.errors.split(separator: "\n").count <= 10)
    }

    @Test func `may omit the subcommand`() async throws {
        let path = SampleMedia.path("one-frame.mp4")
        for arguments in [[path], ["--no-video", "--no-audio", path], ["--shuffle", path], ["--", path]] {
            let result = await RunResult(try await PlayheadBinary.start(arguments))
            #expect(result.code == 0 && result.errors.contains("Finished \(path)"), "\(result.errors)")
        }
    }

    @Test func `plays a file with the name of a subcommand`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.copy("one-frame.mp4", as: "inspect")
        _ = try folder.copy("one-frame.mp4", as: "inspct")
        for words in [["./inspect"], ["--", "inspect"], ["--quiet", "inspect"], ["inspct"]] {
            let result = await RunResult(try await PlayheadBinary.start(words, directory: folder.path))
            #expect(result.code == 0, "\(words): \(result.errors)")
        }
    }

    @Test(arguments: [[], ["play"], ["inspect"], ["subtitles"], ["check"], ["serve"], ["replay"], ["config"]])
    func `has a help page with examples, in ASCII`(command: [String]) async throws {
        let result = await RunResult(try await PlayheadBinary.start(command + ["--help"]))
        #expect(result.code == 0 && result.errors == "")
        #expect(result.output.contains("Examples:\n  playhead "))
        #expect(result.output.allSatisfy { $0.isASCII })
    }

    @Test func `has a help page with groups`() async throws {
        let output = try await PlayheadBinary.run("play", "--help").output
        for title in [
            "PICTURE AND SOUND", "POSITION", "TRACKS AND SUBTITLES", "QUEUE", "NETWORK", "CONFIGURATION",
        ] {
            #expect(output.contains("\n\(title):\n"))
        }
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
            if shell == "bash" { #expect(result.output.contains("complete -o filenames -o default -F")) }
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
