import Playhead
import Testing

@testable import PlayheadCommand
@testable import TestBasics
@testable import TestSupport

@Suite struct `Progress` {
    @Test func `has a count, a rate and the time left`() {
        var progress = PlayheadCommand.Progress(verb: "inspected", done: 0, total: 240)
        #expect(progress.text(columns: 80) == "0 of 240 inspected")
        (progress.done, progress.elapsed) = (12, .seconds(3))
        #expect(progress.text(columns: 80) == "12 of 240 inspected, 4.0/s, 0:57 left")
        #expect(progress.text(columns: 10) == "12 of 240 ")
        (progress.done, progress.elapsed) = (240, .seconds(1))
        #expect(progress.text(columns: 80) == "240 of 240 inspected, 240/s")
        progress.total = nil
        #expect(progress.text(columns: 80) == "240 inspected, 240/s")
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Long work` {
    private func run(_ words: [String], environment: [String: String] = [:]) async throws -> (
        code: Int32, screen: String
    ) {
        let terminal = try PseudoTerminal()
        let child = try await PlayheadBinary.start(
            words, streams: .terminal(path: terminal.path),
            environment: ["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 })
        terminal.release()
        return (await child.exitCode(), await terminal.screen.whole())
    }

    private let many = Array(repeating: SampleMedia.path("av-h264-aac.mp4"), count: 60)

    @Test(arguments: [["inspect", "--jobs", "1"], ["check", "--virtual"]])
    func `shows its progress in a terminal, and erases it`(command: [String]) async throws {
        let inputs = command[0] == "check" ? Array(many.prefix(4)) : many
        let (code, screen) = try await run(command + inputs)
        #expect(code == 0)
        #expect(screen.contains("\r") && screen.contains(" of \(inputs.count) \(command[0])ed"))
        #expect(screen.contains(" left\u{1B}[K"))
        let last = screen.ranges(of: " of \(inputs.count) ").last.map { screen[$0.upperBound...] } ?? ""
        #expect(last.contains("\r\u{1B}[K"))
    }

    @Test func `shows none elsewhere, and none for one input`() async throws {
        #expect(!(try await run(["inspect", many[0]]).screen.contains("inspected")))
        #expect(
            !(try await run(["inspect"] + many, environment: ["TERM": "dumb"]).screen.contains("inspected")))
        let child = try await PlayheadBinary.start(["inspect"] + many)
        #expect(await RunResult(child).errors == "")
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Colours` {
    private func errors(_ environment: [String: String]) async throws -> String {
        let terminal = try PseudoTerminal()
        let child = try await PlayheadBinary.start(
            ["--quiet", "/missing"], streams: .terminal(path: terminal.path), environment: environment)
        terminal.release()
        #expect(await child.exitCode() == 1)
        return await terminal.screen.whole()
    }

    @Test func `are for terminals, unless NO_COLOR is set`() async throws {
        #expect(try await errors(["TERM": "xterm"]).hasPrefix("\u{1B}[31mplayhead:\u{1B}[0m No such file"))
        #expect(try await errors(["TERM": "xterm", "NO_COLOR": ""]).hasPrefix("\u{1B}[31m"))
        #expect(try await errors(["TERM": "xterm", "NO_COLOR": "1"]).hasPrefix("playhead: No such file"))
        #expect(try await errors(["TERM": "dumb"]).hasPrefix("playhead: No such file"))
        #expect(
            try await PlayheadBinary.run("--quiet", "/missing").errors.hasPrefix("playhead: No such file"))
    }
}

@Suite struct `Symbols` {
    @Test(
        arguments: [
            (["LANG": "en_GB.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false), (["LC_ALL": "", "LANG": "de_DE.UTF-8"], true),
            (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true),
        ] as [([String: String], Bool)]) func `beyond ASCII are for UTF-8`(
            variables: [String: String], isUnicode: Bool
        )
    {
        #expect(TextSymbols.isUnicode { variables[$0] } == isUnicode)
    }

    @Test func `have substitutes in ASCII`() {
        var line = StatusLine(
            state: .playing(buffering: false), position: .seconds(61), duration: .seconds(122), volume: 1,
            isMuted: false, speed: 2, item: 0, count: 1)
        line.symbols = .ascii
        #expect(line.text(columns: 60).contains("  2x  "))
        #expect(line.text(columns: 12) == "Playing  ...")
        for columns in 0...60 { #expect(line.text(columns: columns).allSatisfy { $0.isASCII }) }
        #expect("abcdef".cut(toColumns: 2, .ascii) == "..")
    }

    @Test func `stay out of tables where the locale is C`() async throws {
        for (language, quote) in [("C", "\""), ("C.UTF-8", "“")] {
            let child = try await PlayheadBinary.start(
                ["inspect", SampleMedia.path("tracks.mkv")], environment: ["LANG": language])
            #expect(await RunResult(child).output.contains(quote))
        }
    }
}
