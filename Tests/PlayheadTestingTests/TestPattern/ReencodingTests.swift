import GStreamer
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Sample media that somebody else has coded anew.
@Suite(.timeLimit(.minutes(5)))
struct ReencodingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How something is coded anew.
    struct Recipe: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var video: String
        var audio: String
        var muxer = "matroskamux"
        var delay = 0
    }

    static let recipes = [
        Recipe(
            testDescription: "twice as large, H.264 and Opus at 48 kb/s",
            video: "videoscale ! video/x-raw,width=640,height=384 ! openh264enc bitrate=400000 ! h264parse",
            audio: "opusenc bitrate=48000"),
        Recipe(
            testDescription: "half as large, VP8 and Vorbis at low quality",
            video: "videoscale ! video/x-raw,width=160,height=96 ! vp8enc deadline=1 target-bitrate=100000",
            audio: "vorbisenc quality=0.1", muxer: "webmmux"),
        Recipe(
            testDescription: "another shape, VP9 and FLAC",
            video:
                "videoscale add-borders=false ! video/x-raw,width=200,height=200,pixel-aspect-ratio=1/1 "
                + "! vp9enc deadline=1 cpu-used=8 lag-in-frames=0 target-bitrate=300000",
            audio: "audioresample ! audio/x-raw,rate=44100 ! flacenc"),
        Recipe(
            testDescription: "JPEG and MP3 at 128 kb/s", video: "jpegenc quality=40",
            audio: "lamemp3enc target=bitrate bitrate=128 cbr=true ! mpegaudioparse", delay: 1105),
        Recipe(
            testDescription: "H.265 and AAC at 64 kb/s",
            video: "x265enc speed-preset=ultrafast bitrate=200 ! h265parse",
            audio: "avenc_aac bitrate=64000 ! aacparse", delay: 1024),
    ]

    private func recode(_ path: String, _ recipe: Recipe) async throws -> String {
        let target = "\(folder.path)/recoded.media"
        let pipeline = try Element.pipeline(
            described: "uridecodebin name=in ! videoconvert ! \(recipe.video) ! \(recipe.muxer) name=mux "
                + "! filesink name=file in. ! audioconvert ! \(recipe.audio) ! mux.")
        pipeline.child(named: "in")?.set("uri", MediaItem(path: path).uri)
        pipeline.child(named: "file")?.set("location", target)
        try await TestPatternRun.run(pipeline)
        return target
    }

    private let medium = TestPattern(
        .matroska, item: 9, length: .seconds(3), video: .init(.h264, width: 320, height: 192))

    @Test(arguments: recipes) func `a clean test pattern is clean after re-encoding`(recipe: Recipe)
        async throws
    {
        let path = try await recode(medium.write(in: folder), recipe)
        let verdict = try await SamplePlayback.verdict(medium, at: path)
        #expect(verdict.isClean, "\(verdict.findings)")
        let skew = try #require(verdict.skew)
        // An encoder that delays what it is given delays the code.
        let delay = Duration.seconds(recipe.delay) / 48_000
        #expect(skew.lowerBound > delay - .milliseconds(5) && skew.upperBound < delay + .milliseconds(5))
    }

    @Test(arguments: recipes) func `planted faults are found after re-encoding`(recipe: Recipe) async throws {
        var faulty = medium
        faulty.faults = [
            .dropFrame(40), .doubleFrame(12), .swapFrames(57, 58),
            .silence(from: .milliseconds(2110), to: .milliseconds(2130)),
        ]
        let path = try await recode(faulty.write(in: folder), recipe)
        let findings = try await SamplePlayback.verdict(medium, at: path).findings
        let frames: [TestPatternFinding] = [
            .dropped(item: 9, frame: 40), .doubled(item: 9, frame: 12), .outOfOrder(item: 9, frame: 57),
        ]
        #expect(findings.count == 4 && frames.allSatisfy(findings.contains), "\(findings)")
    }

    @Test(arguments: recipes) func `a skew of 40 ms is found after re-encoding`(recipe: Recipe) async throws {
        var faulty = medium
        faulty.faults = [.skew(.milliseconds(40))]
        let path = try await recode(faulty.write(in: folder), recipe)
        let findings = try await SamplePlayback.verdict(medium, at: path).findings
        guard findings.count == 1, case .skew(let skew, _, _) = findings[0] else {
            Issue.record("\(findings)")
            return
        }
        let expected = Duration.milliseconds(40) + .seconds(recipe.delay) / 48_000
        #expect(abs((skew - expected) / .milliseconds(1)) < 5)
    }
}
