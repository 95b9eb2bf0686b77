import Foundation
import PlayheadCheck
import PlayheadServer
import TestSupport
import Testing

@testable import TestBasics

@Suite(.timeLimit(.minutes(3))) struct `The standard examination` {
    private func examine(_ path: String) async -> [String: CheckCase] {
        let cases = await Examination(of: path).run(CheckConditions(isVirtual: true))
        return Dictionary(cases.map { ($0.name, $0) }) { first, _ in first }
    }

    @Test(arguments: [
        "av-h264-aac.mp4", "av-vp9-opus.webm", "uneven-frames.mp4", "subtitles.mkv", "one-frame.mp4",
        "video-only.mp4", "audio-only.m4a", "tone.mp3", "tone.opus", "tone.wav",
    ])
    func `finds no fault in a good medium`(name: String) async {
        let cases = await examine(Repository.path("media/") + name)
        for checked in cases.values {
            #expect(
                [.passed, .skipped].contains(checked.outcome), "\(checked.name): \(checked.message ?? "")")
        }
        #expect(cases["opens"]?.outcome == .passed && cases["plays to its end"]?.outcome == .passed)
        #expect(cases["duration is honest"]?.outcome == .passed && cases["seeks land"]?.outcome == .passed)
        #expect(cases["other tracks"]?.outcome == .skipped)
    }

    @Test func `finds no fault in an image, which has no black and no frozen range`() async throws {
        let folder = try TemporaryFolder()
        let cases = await examine(try folder.write(Data(TestImage.png(luma: 0)), to: "black.png"))
        for name in ["opens", "duration is honest", "seeks land", "plays to its end", "picture decodes"] {
            #expect(cases[name]?.outcome == .passed, "\(cases[name]?.message ?? "")")
        }
        for name in ["no black", "no frozen"] {
            #expect(cases[name]?.outcome == .skipped && cases[name]?.message == "it is a still image")
        }
        let broken = await examine(try folder.write(Data(TestImage.png().dropLast(20)), to: "cut.png"))
        #expect(broken["opens"]?.message == "malformed: The image is cut off (fetch it again)")
    }

    @Test func `plays every track`() async {
        let cases = await examine(Repository.path("media/tracks.mkv"))
        #expect(cases["other tracks"]?.outcome == .passed, "\(cases["other tracks"]?.message ?? "")")
    }

    @Test func `looks at pictures and listens to sound`() async {
        let cases = await examine(Repository.path("media/av-h264-aac.mp4"))
        for name in ["no black", "no frozen", "no silence", "picture decodes", "sound decodes"] {
            #expect(cases[name]?.outcome == .passed)
        }
        let silent = await examine(Repository.path("media/video-only.mp4"))
        #expect(silent["no silence"]?.outcome == .skipped && silent["sound decodes"]?.outcome == .skipped)
    }

    @Test func `looks at every variant of a playlist`() async {
        let cases = await examine(Repository.path("media/hls-ts/master.m3u8"))
        for variant in ["variant low.m3u8 160x90 140000", "variant high.m3u8 320x180 180000"] {
            #expect(cases["\(variant): plays to its end"]?.outcome == .passed)
            #expect(cases["\(variant): seeks land"]?.outcome == .passed)
        }
    }

    @Test func `looks at every variant over the network`() async throws {
        let server = try await MediaServer(folder: Repository.path("media"))
        let cases = await examine(server.address(of: "hls-ts/master.m3u8"))
        #expect(cases["variant low.m3u8 160x90 140000: plays to its end"]?.outcome == .passed)
        #expect(cases["variant high.m3u8 320x180 180000: opens"]?.outcome == .passed)
        await server.close()
    }

    @Test func `finds that a file is cut off`() async throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: Repository.path("media/av-h264-aac.mp4")))
        let path = folder.path + "/cut.mp4"
        try whole.prefix(whole.count * 6 / 10).write(to: URL(filePath: path))
        let cases = await examine(path)
        #expect(cases["opens"]?.outcome == .passed)
        #expect(cases["plays to its end"]?.outcome == .failed)
        #expect(
            cases["plays to its end"]?.message?.hasPrefix("expected a natural end, found truncated") == true)
        #expect(cases["duration is honest"]?.message?.hasPrefix("promised 4 s, played ") == true)
    }

    @Test func `finds that a variant is not there`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(Repository.path("media/hls-ts/low.m3u8"))\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=2\nmissing.m3u8\n", to: "master.m3u8")
        let cases = await examine(path)
        #expect(cases["variant missing.m3u8 2: opens"]?.outcome == .failed)
        #expect(cases["variant missing.m3u8 2: seeks land"]?.outcome == .skipped)
    }

    @Test func `of what does not open skips the rest`() async {
        let cases = await examine("/nonexistent.mp4")
        #expect(cases["opens"]?.outcome == .failed)
        #expect(cases["opens"]?.message?.hasPrefix("notFound: ") == true)
        #expect(cases.values.count { $0.outcome == .skipped } == cases.count - 1)
    }
}
