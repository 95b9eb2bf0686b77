import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

/// What encoders and containers add to sound is not heard: exactly the samples of the original are, and media time 0 is at the first of them.
@Suite(.timeLimit(.minutes(5)))
struct ExactSoundTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func distance(_ one: Duration, _ other: Duration) -> Duration { max(one - other, other - one) }

    /// Plays a whole file, from a position on.
    private func hear(
        _ item: MediaItem, from positions: Duration..., speed: Double = 1
    ) async throws -> (heard: HeardSamples, duration: Duration?) {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        player.speed = speed
        player.load(item)
        try await player.reaches(.ready, within: .seconds(60))
        for position in positions {
            let result = await player.seek(to: position)
            #expect(result == .completed(at: position), "\(result)")
        }
        player.play()
        #expect(try await player.finishes(within: .seconds(60)) == .natural)
        let duration = player.duration
        #expect(player.position == duration)
        await player.close()
        return (HeardSamples(witness.played), duration)
    }

    private func item(_ recording: CutRecording, _ part: CutRecording.Part) throws -> MediaItem {
        MediaItem(path: try recording.path(part, in: folder))
    }

    @Test(arguments: CutRecording.all, CutRecording.Part.allCases)
    func `every sample of the original is heard once, and nothing else`(
        _ recording: CutRecording, _ part: CutRecording.Part
    ) async throws {
        let original = try recording.original(part)
        let (heard, duration) = try await hear(item(recording, part))
        #expect(heard.samples.count == original.count)
        #expect(heard.rate == recording.rate && heard.start == .zero)
        #expect(heard.largestHole < .microseconds(1))
        #expect(heard.shift(at: 2000, expected: 0, in: original) == 0)
        #expect(heard.shift(at: heard.samples.count - 1024, expected: 0, in: original) == 0)
        #expect(heard.error(of: original.indices, in: original) < 0.3)
        let length = Duration.seconds(original.count) / recording.rate
        let isRounded = recording.rounding > 0
        #expect(distance(try #require(duration), length) < (isRounded ? .milliseconds(10) : .microseconds(1)))
    }

    @Test(arguments: [44100, 48000])
    func `of samples as they are, all are heard`(_ rate: Int) async throws {
        let name = "gapless/whole-\(rate).wav"
        let original = try CutRecording.samples(of: name)
        let (heard, duration) = try await hear(MediaItem(path: Repository.media + "/" + name))
        #expect(heard.samples == original && heard.start == .zero)
        #expect(distance(try #require(duration), .seconds(original.count) / rate) < .microseconds(1))
    }

    @Test(arguments: CutRecording.all)
    func `two parts of a recording one after the other are the recording`(_ recording: CutRecording)
        async throws
    {
        let (first, second) = (try recording.original(.a), try recording.original(.b))
        var heard = try await hear(item(recording, .a)).heard
        heard.samples += try await hear(item(recording, .b)).heard.samples
        let whole = first + second
        #expect(heard.samples.count == whole.count)
        // Lossy codecs know nothing of what lies beyond the cut.
        let joint = (first.count - 200)..<(first.count + 200)
        #expect(heard.error(of: joint, in: whole) < 0.5)
    }

    @Test(arguments: CutRecording.all, [250_000_000, 333_333_333, 900_000_000])
    func `an exact seek leads to the sample that is due there`(
        _ recording: CutRecording, _ nanoseconds: Int
    ) async throws {
        let original = try recording.original(.a)
        let target = Duration.nanoseconds(nanoseconds)
        let heard = try await hear(item(recording, .a), from: target).heard
        let first = Int((Double(nanoseconds) * Double(recording.rate) / 1e9).rounded())
        #expect(distance(try #require(heard.start), target) < .microseconds(25))
        let shift = heard.shift(at: 2000, expected: first, in: original)
        #expect(abs(shift) <= recording.rounding)
        #expect(heard.samples.count + first + shift == original.count)
        // Right from the first sample on.
        #expect(heard.error(of: 0..<1000, in: original, from: first + shift) < 0.5)
    }

    @Test(arguments: CutRecording.all)
    func `a seek back to the beginning plays all of it`(_ recording: CutRecording) async throws {
        let original = try recording.original(.b)
        let heard = try await hear(item(recording, .b), from: .milliseconds(500), .zero).heard
        #expect(heard.samples.count == original.count && heard.start == .zero)
        #expect(heard.shift(at: 8000, expected: 0, in: original) == 0)
    }

    @Test(arguments: CutRecording.all)
    func `at another speed the whole of it is played too`(_ recording: CutRecording) async throws {
        let (heard, duration) = try await hear(item(recording, .a), speed: 2)
        let length = Double(heard.samples.count) / Double(recording.rate)
        // scaletempo keeps its last 50 ms.
        #expect(abs(length * 2 - (try #require(duration)).seconds) < 0.15)
    }

    @Test(arguments: [
        "lame-a.mp3", "lame-vbr-a.mp3", "aac-a.m4a", "aac-48-a.m4a", "itunes-a.m4a", "opus-a.opus",
    ])
    func `what comes over HTTP is as exact`(_ name: String) async throws {
        let server = try await MediaServer(folder: Repository.media)
        let (heard, duration) = try await hear(MediaItem(uri: server.address(of: "gapless/" + name)))
        await server.close()
        let rate = heard.rate
        let count = rate == 44100 ? 47_500 : 53_077
        let original = Array(try CutRecording.samples(of: "gapless/whole-\(rate).wav")[..<count])
        #expect(heard.samples.count == count && heard.start == .zero)
        #expect(heard.shift(at: 2000, expected: 0, in: original) == 0)
        // The length of Ogg is told by GStreamer, and over HTTP not always at once.
        guard !name.hasSuffix("opus") else { return }
        #expect(distance(try #require(duration), .seconds(count) / rate) < .microseconds(1))
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
