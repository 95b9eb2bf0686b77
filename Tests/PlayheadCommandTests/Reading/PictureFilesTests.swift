import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(3))) struct `Pictures and sound of a medium` {
    private let folder: TemporaryFolder
    private let film = SampleMedia.path("av-h264-aac.mp4")

    init() throws { folder = try TemporaryFolder() }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")))
    }

    private func run(_ arguments: String...) async throws -> RunResult {
        await RunResult(try await PlayheadBinary.start(arguments))
    }

    @Test func `are written as thumbnails`() async throws {
        let result = try await run(
            "thumbnails", film, "--count", "3", "--format", "png", "--size", "160x", "--json", "--output",
            folder.path)
        #expect(result.code == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        for (index, line) in lines.enumerated() {
            let name = "av-h264-aac-\(index + 1).png"
            #expect(
                line.contains("\"file\":\"\(folder.path)/\(name)\"")
                    && line.contains("\"width\":160,\"height\":90"))
            #expect(try bytes(name).starts(with: [0x89, 0x50, 0x4e, 0x47]))
        }
    }

    @Test func `are a cover if there is one`() async throws {
        let result = try await run(
            "thumbnails", "--cover", "--format", "png", "--json", "--output", folder.path,
            SampleMedia.path("cover.flac"), film, SampleMedia.path("tone.wav"))
        #expect(result.code == 3 && result.errors.contains("has no video"))
        #expect(result.output.contains("cover.png\",\"time\":0,\"width\":16,\"height\":16"))
        #expect(result.output.contains("\"width\":320,\"height\":180"))
        let bad = try await run("thumbnails", "--cover", "--count", "2", film)
        #expect(bad.code == 2 && bad.errors.contains("exclude each other"))
    }

    @Test func `are written to a pipe`() async throws {
        let picture = try await run("thumbnails", "--output", "-", "--format", "webp", film)
        #expect(picture.code == 0 && picture.output.utf8.count > 100)
        let bad = try await run("thumbnails", "--output", "-", film, film)
        #expect(bad.code == 2 && bad.errors == "playhead: Standard output takes one picture\n")
    }

    @Test func `of several media fail one by one`() async throws {
        let result = try await run("thumbnails", "--output", folder.path, film, "/missing.mkv")
        #expect(result.code == 3 && result.errors.hasPrefix("playhead: /missing.mkv: No such file"))
        #expect(try bytes("av-h264-aac.jpg").starts(with: [0xff, 0xd8, 0xff]))
        let none = try await run("thumbnails", "--output", folder.path, SampleMedia.path("tone.flac"))
        #expect(none.code == 1 && none.errors == "playhead: The medium has no video\n")
    }

    @Test func `are written as a storyboard`() async throws {
        let result = try await run(
            "storyboard", film, "--output", folder.path, "--every", "1s", "--columns", "2", "--rows", "1",
            "--size", "64x36")
        #expect(result.code == 0 && result.errors == "")
        let text = String(decoding: try bytes("av-h264-aac.vtt"), as: UTF8.self)
        #expect(
            text.hasPrefix("WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nav-h264-aac-sheet1.jpg#xywh=0,0,64,36\n")
        )
        #expect(text.contains("av-h264-aac-sheet2.jpg#xywh=64,0,64,36"))
        #expect(try bytes("av-h264-aac-sheet2.jpg").starts(with: [0xff, 0xd8, 0xff]))
    }

    @Test func `are written as a waveform`() async throws {
        let result = try await run("waveform", SampleMedia.path("tone.flac"), "--pixels-per-second", "10")
        #expect(result.code == 0)
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(object?["length"] as? Int == 40 && (object?["data"] as? [Int])?.count == 80)
        let silent = try await run("waveform", SampleMedia.path("video-only.mp4"))
        #expect(silent.code == 1 && silent.errors == "playhead: The medium has no audio\n")
    }

    @Test func `are written raw`() async throws {
        let path = folder.path + "/film.y4m"
        let video = try await run(
            "frames", film, "--format", "y4m", "--start", "1", "--end", "2", "--output", path)
        #expect(video.code == 0 && video.errors == "")
        let header = "YUV4MPEG2 W320 H180 F25:1 Ip A1:1 C420jpeg\n"
        let bytes = try bytes("film.y4m")
        #expect(bytes.starts(with: header.utf8))
        #expect(bytes.count == header.utf8.count + 25 * (6 + 320 * 180 * 3 / 2))
        let sound = folder.path + "/sound.wav"
        let audio = try await run(
            "frames", film, "--format", "wav", "--sample-rate", "16000", "--channels", "1", "--output", sound)
        #expect(audio.code == 0 && audio.errors == "")
        let wave = try self.bytes("sound.wav")
        #expect(wave.count > 44 + 126_000 && wave.count < 44 + 130_000)
        let size = wave[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(size == wave.count - 44)
    }
}
