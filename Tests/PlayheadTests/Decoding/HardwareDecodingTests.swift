import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import MediaFormats
@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// Hardware decoders: their choice, and what happens when one fails.
@Suite(.timeLimit(.minutes(4)))
struct HardwareDecodingTests {
    /// The presented frames: each with its number of pixels bytes as a hash.
    private final class Tap: PresentationTap {
        struct Frame: Hashable {
            var load: Int
            var time: Duration
            var pixels: Int
        }

        let frames = Mutex<[Frame]>([])
        /// The last frame that was only held.
        let held = Mutex<Frame?>(nil)

        func didPresent(_ frame: PresentedVideoFrame) {
            let seen = Frame(
                load: frame.load, time: frame.frame.time, pixels: frame.frame.packedBytes.hashValue)
            if frame.isHeld { held.withLock { $0 = seen } } else { frames.withLock { $0.append(seen) } }
        }
    }

    /// What a whole playback has shown and told.
    private struct Playback {
        var frames: [Tap.Frame]
        var warnings: [PlayerWarning]
        var decoder: TrackDecoder?
        var snapshot: PlayerSnapshot
        var report: PresentationReport
    }

    private func configuration(
        _ hardware: TestHardware?, _ decoding: PlayerConfiguration.Decoding = .automatic,
        isTrusted: Bool = true
    ) -> PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.decoding = decoding
        configuration.decoders = hardware?.table(isTrusted: isTrusted) ?? .standard
        return configuration
    }

    private func item(_ name: String) -> MediaItem { MediaItem(path: Repository.path("media/\(name)")) }

    private func play(
        _ items: [MediaItem], _ configuration: PlayerConfiguration, speed: Double = 1,
        after prepare: @Sendable (Player) async throws -> Void = { _ in }
    ) async throws -> Playback {
        var configuration = configuration
        let (tap, log) = (Tap(), EventLog())
        configuration.presentationTap = tap
        let player = Player(configuration: configuration)
        player.addObserver(log)
        player.speed = speed
        player.queue.replace(with: items.map { QueueItem($0) }, autoplay: false)
        try await player.waitUntil(.ready)
        try await prepare(player)
        player.play()
        try await player.wait { $0.item == items.last && $0.endReason != nil }
        let playback = Playback(
            frames: tap.frames.withLock { $0 },
            warnings: log.events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } },
            decoder: player.tracks[.video].first?.decoder, snapshot: player.snapshot,
            report: player.presentationReport)
        await player.close()
        return playback
    }

    private func expectSame(
        _ found: Playback, as expected: Playback, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let places = zip(found.frames, expected.frames).filter { $0 != $1 }
        #expect(
            found.frames.count == expected.frames.count && places.isEmpty,
            "\(found.frames.count) frames of \(expected.frames.count), \(places.count) differ, first \(places.first.map { "\($0)" } ?? "-")",
            sourceLocation: sourceLocation)
        #expect(
            found.snapshot.error == nil && found.snapshot.endReason == .natural,
            sourceLocation: sourceLocation)
        #expect(
            found.report.gaps.isEmpty && found.report.video.duplicates.isEmpty, sourceLocation: sourceLocation
        )
        #expect(
            found.report.video.playedRanges == expected.report.video.playedRanges,
            sourceLocation: sourceLocation)
    }

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
