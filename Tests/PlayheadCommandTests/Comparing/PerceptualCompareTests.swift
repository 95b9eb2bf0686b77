import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(3))) struct `The command compares perception` {
    private static let film = SampleMedia.path("av-h264-aac.mp4")

    private struct Report: Decodable {
        struct Finding: Decodable {
            var kind: String
            var text: String
        }

        struct Expectation: Decodable {
            var text: String
            var passed: Bool
        }

        struct Picture: Decodable { var ssim: Double }

        var mode: String
        var result: String
        var findings: [Finding]
        var expectations: [Expectation]
        var pictures: [Picture]
        var files: [String]
    }

    private func compare(_ arguments: String...) async throws -> (code: Int32, report: Report) {
        let result = await RunResult(
            try await PlayheadBinary.start(["compare", "--perceptual", "--json"] + arguments))
        #expect(result.errors == "")
        return (result.code, try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)))
    }

    @Test func `of one medium`() async throws {
        let (code, report) = try await compare(Self.film, SampleMedia.path("av-h264-aac-moov-last.mp4"))
        #expect(code == 0 && report.mode == "perceptual" && report.result == "equal")
        #expect(report.findings.isEmpty && report.pictures.count == 100)
        #expect(report.pictures.allSatisfy { $0.ssim == 1 } && report.files.isEmpty)
    }

    @Test func `of a medium and its end, and writes its worst pictures`() async throws {
        let folder = try TemporaryFolder()
        let (code, report) = try await compare(
            Self.film, SampleMedia.path("av-vp9-opus.webm"), "--option-b=--start=1", "--pictures",
            folder.path,
            "--count", "2", "--expect", "ssim>=0.999")
        #expect(code == 1 && report.result == "different")
        #expect(report.findings.contains { $0.text == "B lacks 0:00 to 0:01" })
        #expect(report.expectations.contains { $0.text == "ssim>=0.999" && !$0.passed })
        #expect(report.files.count == 2)
        for file in report.files {
            let bytes = try Data(contentsOf: URL(filePath: file))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        }
    }

    @Test func `of sound alone`() async throws {
        let (code, report) = try await compare(SampleMedia.path("tone.wav"), SampleMedia.path("tone.flac"))
        #expect(code == 0 && report.pictures.isEmpty && report.findings.isEmpty)
    }

    @Test func `of nothing that is not there, or not expected`() async throws {
        for (arguments, code, message) in [
            (["--perceptual", Self.film, "/nope.mp4"], 3, "B: No such file"),
            (["--expect", "ssim>=1", Self.film, Self.film], 2, "--expect needs --perceptual"),
            (["--perceptual", "--expect", "sim>=1", Self.film, Self.film], 2, "--expect 'sim>=1': `sim` is"),
            (["--pictures", "x", Self.film, Self.film], 2, "--pictures needs --perceptual"),
        ] as [([String], Int32, String)] {
            let result = await RunResult(try await PlayheadBinary.start(["compare"] + arguments))
            #expect(
                result.code == code && result.errors.hasPrefix("playhead: \(message)"), "\(result.errors)")
        }
    }
}
