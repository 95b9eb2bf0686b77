import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(2))) struct `The command compares` {
    private static let film = SampleMedia.path("av-h264-aac.mp4")

    @Test func `one medium with itself`() async throws {
        let result = try await PlayheadBinary.run("compare", Self.film, Self.film)
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("\nequal\n"))
    }

    @Test func `a medium with a cut copy`() async throws {
        let result = try await PlayheadBinary.run(
            "compare", "--json", Self.film, Self.film, "--option-b=--end=2")
        #expect(result.code == 1)
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(report.result == "different" && report.mode == "exact")
        #expect(report.findings.map(\.kind) == ["events", "ledger", "frames", "samples", "end"])
        #expect(report.findings[2].text == "B has 50 frames less, from frame 50 at 0:02 on")
        #expect(report.findings[4].text == "B ends 2 s earlier")
    }

    @Test func `a stream in two configurations, with variables of their own`() async throws {
        let stream = SampleMedia.path("hls-ts/master.m3u8")
        let result = try await PlayheadBinary.run(
            "compare", stream, stream, "--option", "--start-bitrate=100k", "--option-b=--max-bitrate=1",
            "--environment-b", "PLAYHEAD_UNUSED=1")
        #expect(result.code == 0 || result.output.contains("B has"), "\(result.output)\(result.errors)")
    }

    @Test func `nothing that cannot be measured`() async throws {
        for (arguments, code, message) in [
            (["/nope.mp4", "/nope.mp4"], 3, "Neither side presents anything: No such file"),
            ([Self.film, Self.film, "--command-b", "/bin/true"], 3, "B: /bin/true prints no measurement"),
            ([Self.film, Self.film, "--command-a", "/nonexistent"], 3, "A: /nonexistent cannot be started"),
            ([Self.film, Self.film, "--option-b=--max-heigth=9"], 2, "An option for B: Unknown option"),
            ([Self.film, Self.film, "--environment-b", "x"], 2, "The value 'x' is invalid"),
            ([Self.film, "-"], 2, "Standard input cannot be compared"), ([Self.film], 2, "Missing expected"),
        ] as [([String], Int32, String)] {
            let result = await RunResult(try await PlayheadBinary.start(["compare"] + arguments))
            #expect(
                result.code == code && result.errors.hasPrefix("playhead: \(message)"), "\(result.errors)")
        }
    }

    @Test func `no side that hangs`() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write("#!/bin/sh\nexec sleep 60\n", to: "hangs")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let result = try await PlayheadBinary.run(
            "compare", Self.film, Self.film, "--command-a", script, "--command-b", script, "--limit", "0.5")
        #expect(result.code == 3 && result.errors.hasSuffix(": it hung, and was ended\n"), "\(result.errors)")
    }

    private struct Report: Decodable {
        struct Finding: Decodable {
            var kind: String
            var text: String
        }

        var mode: String
        var result: String
        var findings: [Finding]
    }
}
