import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import MediaFormats
@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// Hardware decoders: their choice, and what happens when one fails.
@Suite(.timeLimit(.minutes(4)))
struct HardwareDecodingTests {
    private static let media = [
        "av-h264-aac.mp4", "subtitles.mkv", "uneven-frames.mp4", "hls-ts/low-0.ts", "hls-ts/low.m3u8",
        "hls-fmp4/master.m3u8", "dash/timeline.mpd",
    ]

    // MARK: Choice

    @Test(
        arguments: [
            (PlayerConfiguration.Decoding.automatic, true, true), (.automatic, false, false),
            (.hardware, true, true),
            (.hardware, false, true), (.software, true, false),
        ], ["av-h264-aac.mp4", "hls-ts/low.m3u8"])
    func `the table and the mode choose the decoder`(
        _ row: (PlayerConfiguration.Decoding, Bool, Bool), _ name: String
    ) async throws {
        let hardware = TestHardware(.works)
        let playback = try await play(
            [item(name)], configuration(hardware, row.0, isTrusted: row.1))
        expectSame(playback, as: try await play([item(name)], configuration(nil, .software)))
        #expect(playback.warnings == [])
        #expect(hardware.made == (row.2 ? 1 : 0))
        let decoder = try #require(playback.decoder)
        #expect(decoder == TrackDecoder(name: row.2 ? hardware.factory : "avdec_h264", isHardware: row.2))
    }

    @Test(arguments: ["av-vp9-opus.webm", "av-h264-aac.mp4", "hls-ts/low.m3u8"])
    func `without hardware for a codec software plays, with one warning`(name: String) async throws {
        let playback = try await play([item(name)], configuration(nil, .hardware))
        expectSame(playback, as: try await play([item(name)], configuration(nil, .software)))
        #expect(playback.warnings.map(\.code) == [.noHardwareDecoder])
        #expect(playback.warnings.first?.message.contains(name.contains("vp9") ? "VP9" : "H.264") == true)
        #expect(playback.decoder?.isHardware == false)
        #expect(try await play([item(name)], configuration(nil, .automatic)).warnings == [])
    }

    @Test func `audio and images need no hardware`() async throws {
        let playback = try await play([item("tone.flac")], configuration(nil, .hardware))
        #expect(playback.warnings == [] && playback.snapshot.endReason == .natural)
    }

    // MARK: Failures

    private static let plans: [TestHardware.Plan] = [
        .failsToStart, .refusesCaps, .failsAtCaps, .fails(after: 0), .fails(after: 1), .fails(after: 37),
        .fails(after: 93),
        .failsSilently(after: 50), .failsAtEnd,
    ]

    @Test(arguments: plans, media)
    func `software goes on at the same frame when hardware fails`(
        _ plan: TestHardware.Plan, _ name: String
    ) async throws {
        let hardware = TestHardware(plan)
        let playback = try await play([item(name)], configuration(hardware))
        expectSame(playback, as: try await play([item(name)], configuration(nil, .software)))
        #expect(playback.warnings.map(\.code) == (hardware.hasFailed ? [.hardwareDecoderFailed] : []))
        #expect(hardware.made == 1)
        if hardware.hasFailed {
            #expect(playback.decoder == TrackDecoder(name: "avdec_h264"))
            #expect(playback.warnings.first?.message.contains(hardware.factory) == true)
        }
    }

    @Test(arguments: [0.5, 2, -1])
    func `speeds stay when hardware fails`(speed: Double) async throws {
        let hardware = TestHardware(.fails(after: 37))
        let begin: @Sendable (Player) async throws -> Void = { player in
            if speed < 0 { _ = await player.seek(to: .milliseconds(3990)) }
        }
        let film = item("av-h264-aac.mp4")
        let playback = try await play([film], configuration(hardware), speed: speed, after: begin)
        expectSame(
            playback, as: try await play([film], configuration(nil, .software), speed: speed, after: begin))
        #expect(playback.warnings.map(\.code) == [.hardwareDecoderFailed])
    }

    @Test(arguments: media) func `a seek lands exactly when hardware fails in it`(name: String) async throws {
        let hardware = TestHardware(.failsAfterFlush)
        let seek: @Sendable (Player) async throws -> Void = { player in
            let target = Duration.milliseconds(1230)
            #expect(await player.seek(to: target) == .completed(at: target))
            #expect(player.currentFrame()?.time == target)
        }
        let playback = try await play([item(name)], configuration(hardware), after: seek)
        expectSame(playback, as: try await play([item(name)], configuration(nil, .software), after: seek))
        #expect(playback.warnings.map(\.code) == [.hardwareDecoderFailed])
    }

    @Test(arguments: [TestHardware.Plan.fails(after: 20), .failsToStart, .failsAfterFlush, .failsAtEnd])
    func `steps and seeks in a pause are exact when hardware fails`(plan: TestHardware.Plan) async throws {
        let hardware = TestHardware(plan)
        let player = Player(configuration: configuration(hardware))
        player.load(item("av-h264-aac.mp4"))
        try await player.waitUntil(.ready)
        for number in 1...30 {
            _ = await player.step(by: 1)
            #expect(player.currentFrame()?.time == .milliseconds(40 * number))
        }
        _ = await player.step(by: -3)
        #expect(player.currentFrame()?.time == .milliseconds(40 * 27))
        for number in [38, 3, 99, 77] {
            let target = Duration.milliseconds(40 * number)
            #expect(await player.seek(to: target) == .completed(at: target))
            #expect(player.currentFrame()?.time == target)
        }
        _ = await player.step(by: -2)
        #expect(player.currentFrame()?.time == .milliseconds(40 * 75))
        await player.close()
    }

    @Test func `each item of a queue begins with hardware again, without a gap`() async throws {
        let hardware = TestHardware(.fails(after: 60))
        let items = [item("av-h264-aac.mp4"), item("subtitles.mp4")]
        let playback = try await play(items, configuration(hardware))
        let expected = try await play(items, configuration(nil, .software))
        expectSame(playback, as: expected)
        #expect(playback.frames.count == 200)
        #expect(playback.warnings.map(\.code) == [.hardwareDecoderFailed, .hardwareDecoderFailed])
        #expect(hardware.made == 2)
    }

    @Test(arguments: ["av-h264-aac.mp4", "hls-ts/low-0.ts", "hls-ts/low.m3u8"])
    func `software goes on in real time`(name: String) async throws {
        let hardware = TestHardware(.fails(after: 30))
        var configuration = configuration(hardware)
        configuration.clock = .system
        let playback = try await play([item(name)], configuration, speed: 4)
        expectSame(playback, as: try await play([item(name)], self.configuration(nil, .software)))
        #expect(playback.warnings.map(\.code) == [.hardwareDecoderFailed])
    }

    /// libav, listed as hardware, reports each damaged frame. OpenH264 takes over.
    @Test(.enabled(if: Runtime.hasElement("openh264dec"), "openh264dec is not installed"))
    func `a device that cannot decode a frame is replaced`() async throws {
        let folder = try TemporaryFolder()
        var bytes = try Data(contentsOf: URL(filePath: Repository.path("media/video-only.mp4")))
        for index in bytes.count * 4 / 10..<bytes.count * 6 / 10 {
            bytes[index] = bytes[index] &* 7 &+ UInt8(index & 255)
        }
        let path = folder.url.appending(path: "damaged.mp4")
        try bytes.write(to: path)
        var configuration = configuration(nil)
        configuration.decoders.codecs["video/x-h264"] = .init(
            trusted: ["avdec_h264"], others: [], software: ["openh264dec"])
        configuration.allowsGaps = true
        let playback = try await play([MediaItem(path: path.path)], configuration)
        #expect(playback.warnings.map(\.code) == [.hardwareDecoderFailed])
        #expect(playback.decoder?.name == "openh264dec" && playback.snapshot.error == nil)
    }

    // MARK: Reading

    @Test(arguments: plans, ["av-h264-aac.mp4", "hls-ts/low.m3u8"])
    func `a reader gives all frames when hardware fails`(_ plan: TestHardware.Plan, _ name: String)
        async throws
    {
        var results: [[Tap.Frame]] = []
        for hardware in [nil, TestHardware(plan)] {
            var frames: [Tap.Frame] = []
            let reader = MediaReader(
                item(name), configuration: configuration(hardware, hardware == nil ? .software : .hardware))
            for try await frame in reader.videoFrames() {
                frames.append(Tap.Frame(load: 1, time: frame.time, pixels: frame.packedBytes.hashValue))
            }
            results.append(frames)
        }
        #expect(results[0].count >= 100 && results[0].count == results[1].count)
        #expect(zip(results[0], results[1]).allSatisfy { $0 == $1 })
    }

    @Test(arguments: [TestHardware.Plan.failsToStart, .fails(after: 30), .failsAfterFlush])
    func `pictures are made when hardware fails`(plan: TestHardware.Plan) async throws {
        let hardware = TestHardware(plan)
        let generator = ImageGenerator(item("av-h264-aac.mp4"), configuration: configuration(hardware))
        let expected = ImageGenerator(item("av-h264-aac.mp4"), configuration: configuration(nil, .software))
        for number in [50, 3, 98, 20] {
            let time = Duration.milliseconds(40 * number)
            let (found, wanted) = (try await generator.image(at: time), try await expected.image(at: time))
            #expect(found.time == time && found.packedBytes.hashValue == wanted.packedBytes.hashValue)
        }
        #expect(hardware.made > 0)
    }
}
