import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(3))) struct `The subtitles of several media` {
    @Test func `are written into a folder, one file for each`() async throws {
        let folder = try TemporaryFolder()
        let media = [
            SampleMedia.path("subtitles.mkv"), SampleMedia.path("subtitle-kinds.mkv"), "/missing.mkv",
        ]
        let result = await RunResult(
            try await PlayheadBinary.start(
                ["subtitles", "--output-folder", folder.path, "--format", "vtt"] + media))
        #expect(result.code == 3 && result.output == "")
        #expect(result.errors.hasPrefix("playhead: /missing.mkv: No such file: /missing.mkv\n"))
        let single = try await PlayheadBinary.run("subtitles", "--format", "vtt", media[0])
        let written = try String(contentsOfFile: folder.path + "/subtitles.vtt", encoding: .utf8)
        #expect(written == single.output && written.hasPrefix("WEBVTT"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/subtitle-kinds.vtt"))
    }

    @Test func `need a folder, and names that differ`() async throws {
        let path = SampleMedia.path("subtitles.mkv")
        let bare = try await PlayheadBinary.run("subtitles", path, path)
        #expect(bare.code == 2)
        #expect(bare.errors == "playhead: The subtitles of several media need --output-folder\n")
        let same = try await PlayheadBinary.run("subtitles", "--output-folder", "/tmp", path, path)
        #expect(same.code == 2 && same.errors.contains("have the same file: /tmp/subtitles.srt"))
    }

    @Test func `cannot be written into a folder that is missing`() async throws {
        let result = try await PlayheadBinary.run(
            "subtitles", "--output-folder", "/no/such", SampleMedia.path("subtitles.mkv"))
        #expect(
            result.code == 1
                && result.errors.contains("/no/such/subtitles.srt cannot be written: No such file"))
    }
}
