import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(2))) struct `The command checks` {
    private static let film = SampleMedia.path("av-h264-aac.mp4")

    @Test func `media by what is expected, and says what it found`() async throws {
        let good = try await PlayheadBinary.run(
            "check", "--virtual", "--expect", "duration=4s±40ms", "--expect=ends=natural", Self.film)
        #expect(good.code == 0, "\(good.errors)")
        #expect(
            good.output.hasPrefix("ok      \(Self.film): steps\nok      \(Self.film): duration=4s+-40ms\n"))
        #expect(good.output.contains("\nSummary: 1 inputs: 3 passed, 0 failed, 0 skipped, 0 errors in "))
        let bad = try await PlayheadBinary.run("check", "--virtual", "--expect", "duration=12s", Self.film)
        #expect(bad.code == 1 && bad.output.contains("FAILED  \(Self.film): duration=12s\n"))
        #expect(bad.output.contains("\n    expected 12 s, found 4 s\n"))
    }

    @Test func `media by the standard examination`() async throws {
        let result = try await PlayheadBinary.run("check", "--virtual", Self.film)
        #expect(result.code == 0, "\(result.output)")
        #expect(result.output.contains("ok      \(Self.film): seeks land\n"))
    }

    @Test func `everything in its order, however many at a time`() async throws {
        let folder = try TemporaryFolder()
        let names = ["one-frame.mp4", "av-h264-aac.mp4", "tone.wav", "audio-only.m4a", "video-only.mp4"]
        let list = try folder.write(
            names.dropFirst().map(SampleMedia.path).joined(separator: "\n"), to: "list.txt")
        let result = try await PlayheadBinary.run(
            "check", "--virtual", "--json", "--jobs", "3", "--expect", "no-error",
            SampleMedia.path(names[0]), "@" + list)
        #expect(result.code == 0, "\(result.output)")
        let lines = try Line.all(in: result.output)
        #expect(lines.map(\.event) == Array(repeating: "result", count: 5) + ["summary"])
        #expect(lines.compactMap(\.input) == names.map(SampleMedia.path))
        #expect(lines.compactMap(\.index) == [0, 1, 2, 3, 4] && lines.last?.total == 5)
    }

    @Test func `a part of a list, and puts the parts together`() async throws {
        let folder = try TemporaryFolder()
        let names = ["one-frame.mp4", "tone.wav", "no-decoder.mp4"]
        let list = try folder.write(names.map(SampleMedia.path).joined(separator: "\n"), to: "list.txt")
        var reports: [String] = []
        for (index, code) in [(0, Int32(1)), (1, 0)] {
            let child = try await PlayheadBinary.start(
                ["check", "--virtual", "--json", "--expect", "no-error", "--shard", "auto", "--from", list],
                environment: ["PLAYHEAD_SHARD_INDEX": "\(index)", "PLAYHEAD_SHARD_COUNT": "2"])
            let result = await RunResult(child)
            #expect(result.code == code)
            reports.append(try folder.write(result.output, to: "\(index).jsonl"))
        }
        let junit = folder.path + "/all.xml"
        let merged = try await PlayheadBinary.run(
            "check", "--merge", reports[1], reports[0], "--json", "--junit", junit)
        #expect(merged.code == 1 && merged.errors == "")
        let lines = try Line.all(in: merged.output)
        #expect(lines.compactMap(\.input) == names.map(SampleMedia.path))
        let xml = try String(contentsOfFile: junit, encoding: .utf8)
        #expect(xml.components(separatedBy: "<testsuite ").count == 4 && xml.hasSuffix("</testsuites>\n"))
        let half = try await PlayheadBinary.run("check", "--merge", reports[1])
        #expect(half.code == 3 && half.errors == "playhead: 2 inputs are in none of the reports\n")
    }

    @Test func `nothing that is not right`() async throws {
        let folder = try TemporaryFolder()
        let mistake = try folder.write("media: a\nstep: [play]\n", to: "a.yaml")
        let found = try await PlayheadBinary.run("check", mistake)
        #expect(found.code == 2 && found.output.contains("\(mistake):2:1: `step` is not known here"))
        for (arguments, message) in [
            ([], "Nothing to check"),
            (["--expect", "duraton=1s", "a"], "--expect 'duraton=1s': `duraton` is not"),
            (["--jobs", "0", "a"], "--jobs must be at least 1"),
            (["--shard", "9/8", "a"], "expected a part"),
            (["--shard", "auto", "a"], "--shard auto: none of"), (["-"], "Standard input cannot be checked"),
            (["--nonsense", "a"], ""), (["--limit", "0", "a"], "--limit must be more than 0"),
            (["--from", "/nonexistent"], "/nonexistent: the list cannot be read"),
        ] as [([String], String)] {
            let result = await RunResult(try await PlayheadBinary.start(["check"] + arguments))
            #expect(result.code == 2 && result.errors.hasPrefix("playhead: \(message)"), "\(result.errors)")
        }
        let help = try await PlayheadBinary.run("check", "--help")
        #expect(help.code == 0 && help.output.contains("playhead check") && !help.output.contains("--child"))
    }

    @Test func `what cannot be run, and says so`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.write("media: a\nserver: {folder: nothing}\n", to: "a.yaml")
        let result = try await PlayheadBinary.run("check", scenario)
        #expect(result.code == 3 && result.output.contains("ERROR   \(scenario): steps\n"))
        let unwritten = try await PlayheadBinary.run("check", "--junit", "/nonexistent/a.xml", scenario)
        #expect(
            unwritten.code == 3 && unwritten.errors == "playhead: /nonexistent/a.xml: cannot be written\n")
    }

    @Test func `by its own executable, whatever link leads there`() async throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/player"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: PlayheadBinary.path)
        let child = try await Child.start(link, ["check", "--virtual", "--expect", "no-error", Self.film])
        let result = await RunResult(child)
        #expect(result.code == 0, "\(result.output) \(result.errors)")
    }

    @Test func `what hangs no longer than it may`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.write("media: \(Self.film)\nsteps: [wait for position 3 s]\n", to: "a.yaml")
        let result = try await PlayheadBinary.run("check", "--limit", "0.5", scenario)
        #expect(result.code == 1 && result.output.contains("`wait for position 3 s`: it took too long"))
    }

    @Test func `until a signal comes, and leaves its report whole`() async throws {
        let folder = try TemporaryFolder()
        let waits = try folder.write("media: \(Self.film)\nsteps: [wait for position 3 s]\n", to: "a.yaml")
        let junit = folder.path + "/report.xml"
        let child = try await PlayheadBinary.start(
            ["check", "--virtual", "--jobs", "2", "--junit", junit, "--expect", "no-error", Self.film, waits])
        #expect(await child.output.waits { $0.contains("ok      \(Self.film): no-error\n") })
        child.signal(SIGTERM)
        let result = await RunResult(child)
        #expect(result.code == 143)
        #expect(
            result.output.contains("ERROR   \(waits): run\n") && result.output.contains("it was interrupted"))
        let xml = try String(contentsOfFile: junit, encoding: .utf8)
        #expect(xml.components(separatedBy: "<testsuite ").count == 3 && xml.hasSuffix("</testsuites>\n"))
        #expect(xml.contains("<error type=\"error\" message=\"it was interrupted\">"))
    }

    @Test func `on where one of them crashes`() async throws {
        let folder = try TemporaryFolder()
        let waits = try folder.write("media: \(Self.film)\nsteps: [wait for position 3 s]\n", to: "a.yaml")
        let child = try await PlayheadBinary.start(
            ["check", "--virtual", "--expect", "no-error", waits, Self.film])
        var victim: Int32?
        while victim == nil {
            victim = Self.children(of: child.identifier).first
            try await Task.sleep(for: .milliseconds(10))
        }
        kill(try #require(victim), SIGKILL)
        let result = await RunResult(child)
        #expect(result.code == 3)
        #expect(result.output.contains("ERROR   \(waits): run\n"))
        #expect(result.output.contains("the check crashed (signal 9)"))
        #expect(result.output.contains("ok      \(Self.film): no-error\n"))
    }

    /// The processes that a process has started (proc(5)).
    private static func children(of parent: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).filter { identifier in
            let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
            return text?.contains("\nPPid:\t\(parent)\n") == true
        }
    }

    /// One line of JSON; the fields that tests look at.
    private struct Line: Decodable {
        var event: String
        var input: String?
        var index: Int?
        var total: Int?

        static func all(in output: String) throws -> [Line] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }
}
