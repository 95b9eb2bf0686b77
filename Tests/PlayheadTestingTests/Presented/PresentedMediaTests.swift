import Foundation
import Playhead
import PlayheadExpectations
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Checks of real media, in virtual time.
@Suite(.timeLimit(.minutes(2)))
struct PresentedMediaTests {
    private struct Manifest: Decodable {
        struct Sample: Decodable {
            struct Stream: Decodable { var frames: Int? }
            var name: String
            var path: String
            var kind: String
            var playable: Bool
            var video: Stream?
            var audio: Stream?
        }
        var samples: [Sample]
    }

    /// The samples that are played to their end from a file, with all that is in them.
    private static let samples: [Manifest.Sample] = {
        let data = try? Data(contentsOf: URL(filePath: Repository.media + "/manifest.json"))
        let manifest = data.flatMap { try? JSONDecoder().decode(Manifest.self, from: $0) }
        return manifest?.samples.filter { $0.playable && $0.kind == "file" && $0.name != "no-video-decoder" }
            ?? []
    }()

    static let names = samples.map(\.name)

    private func configuration(_ tap: any PresentationTap) -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        let clock = VirtualClock()
        clock.hold()
        configuration.clock = .virtual(clock)
        configuration.presentationTap = tap
        return configuration
    }

    @Test(arguments: names) func `the checks find no fault in any sample`(name: String) async throws {
        let sample = try #require(Self.samples.first { $0.name == name })
        let inspector = PresentationInspector()
        let player = Player(configuration: configuration(inspector))
        player.load(MediaItem(path: Repository.media + "/" + sample.path), autoplay: true)
        try await player.waitForEnd()
        await player.close()
        #expect(inspector.finish() == [])
        #expect(inspector.pictures == sample.video?.frames ?? 0)
    }

    @Test func `silence is found within 10 ms, and reported during playback`() async throws {
        let folder = try TemporaryFolder()
        let silent: Range<Duration> = .milliseconds(1_500)..<(.seconds(4))
        let media = TestPattern(
            .matroska, length: .seconds(6), audio: [.init(.flac)],
            faults: [.silence(from: silent.lowerBound, to: silent.upperBound)])
        try await media.write(to: folder.path + "/silent.mkv")
        let inspector = PresentationInspector([SilenceCheck(), DeadChannelCheck(), ClippingCheck()])
        let events = inspector.events
        let player = Player(configuration: configuration(inspector))
        player.load(MediaItem(path: folder.path + "/silent.mkv"), autoplay: true)
        try await player.waitForEnd()
        await player.close()
        let findings = inspector.finish()
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.kind == .silent)
        // A tone that is faded out or at its zero is below the level a little earlier.
        #expect(abs((finding.start - silent.lowerBound) / .milliseconds(1)) < 10)
        #expect(abs((finding.end - silent.upperBound) / .milliseconds(1)) < 10)
        var told: [PresentationEvent] = []
        for await event in events { told.append(event) }
        #expect(told == [.began(.silent, at: finding.start), .ended(finding)])
    }

    @Test func `seeks, speed changes and backward playback cause no findings`() async throws {
        let inspector = PresentationInspector()
        let player = Player(configuration: configuration(inspector))
        player.load(MediaItem(path: Repository.media + "/av-h264-aac.mp4"), autoplay: true)
        try await player.waitUntil(position: .seconds(1))
        await player.seek(to: .seconds(3))
        try await player.waitUntil(position: .seconds(3.5))
        player.speed = 2
        await player.seek(to: .zero)
        try await player.waitUntil(position: .seconds(2))
        player.speed = -1
        try await player.wait(for: "backwards") { $0.effectiveSpeed == -1 && $0.position < .seconds(1) }
        await player.close()
        #expect(inspector.finish() == [])
    }

    @Test(.enabled("needs the Debian package libebur128-1") { (try? LoudnessMeter()) != nil })
    func `a tone has the same loudness in every codec`() async throws {
        var measured: [Double] = []
        for name in ["tone.wav", "tone.flac", "tone.mp3", "tone.ogg", "tone.opus"] {
            let meter = try LoudnessMeter()
            let player = Player(configuration: configuration(meter))
            player.load(MediaItem(path: Repository.media + "/" + name), autoplay: true)
            try await player.waitForEnd()
            await player.close()
            measured.append(try #require(meter.loudness?.integrated))
        }
        let (least, most) = (measured.min() ?? 0, measured.max() ?? 0)
        #expect(most - least < 0.5, "\(measured)")
    }
}
