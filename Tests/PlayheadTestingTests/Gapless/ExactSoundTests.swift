import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

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
        try await player.waitUntil(.ready, within: .seconds(60))
        for position in positions {
            let result = await player.seek(to: position)
            #expect(result == .completed(at: position), "\(result)")
        }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let duration = player.duration
        #expect(player.position == duration)
        await player.close()
        return (HeardSamples(witness.played), duration)
    }

    private func item(_ recording: CutRecording, _ part: CutRecording.Part) throws -> MediaItem {
        MediaItem(path: try recording.path(part, in: folder))
    }

    @Test(arguments: CutRecording.all, CutRecording.Part.allCases)
    func `every sample of the original is presented once, and nothing else`(
        _ recording: CutRecording, _ part: CutRecording.Part
    ) async throws {
        let original = try recording.original(part)
        let (heard, duration) = try await hear(item(recording, part))
        #expect(heard.samples.count == original.count)
        #expect(heard.rate == recording.rate && heard.start == .zero)
        #expect(heard.largestGap < .microseconds(1))
        #expect(heard.shift(at: 2000, expected: 0, in: original) == 0)
        #expect(heard.shift(at: heard.samples.count - 1024, expected: 0, in: original) == 0)
        #expect(heard.error(of: original.indices, in: original) < 0.3)
        let length = Duration.seconds(original.count) / recording.rate
        // The movie box of a film counts in milliseconds.
        let isRounded = recording.rounding > 0 || recording.isFilm
        #expect(distance(try #require(duration), length) < (isRounded ? .milliseconds(10) : .microseconds(1)))
    }

    @Test(arguments: [44100, 48000])
    func `every sample of an uncompressed file is presented`(_ rate: Int) async throws {
        let name = "gapless/whole-\(rate).wav"
        let original = try CutRecording.samples(of: name)
        let (heard, duration) = try await hear(MediaItem(path: Repository.media + "/" + name))
        #expect(heard.samples == original && heard.start == .zero)
        #expect(distance(try #require(duration), .seconds(original.count) / rate) < .microseconds(1))
    }

    @Test(arguments: CutRecording.all)
    func `two halves of a recording make up the whole recording`(_ recording: CutRecording)
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
    func `an exact seek leads to the sample of the target`(
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
    func `a seek to the start presents the whole medium`(_ recording: CutRecording) async throws {
        let original = try recording.original(.b)
        let heard = try await hear(item(recording, .b), from: .milliseconds(500), .zero).heard
        #expect(heard.samples.count == original.count && heard.start == .zero)
        #expect(heard.shift(at: 8000, expected: 0, in: original) == 0)
    }

    @Test(arguments: CutRecording.all)
    func `playback at another speed presents the whole medium`(_ recording: CutRecording) async throws {
        let (heard, duration) = try await hear(item(recording, .a), speed: 2)
        let length = Double(heard.samples.count) / Double(recording.rate)
        // scaletempo keeps its last 50 ms.
        #expect(abs(length * 2 - (try #require(duration)).seconds) < 0.15)
    }

    @Test(arguments: [nil, Duration.milliseconds(900)])
    func `samples outside the edit list of HLS fragments are not presented`(_ place: Duration?) async throws {
        let sound = try FragmentedSound("gapless/aac-a.m4a")
        try sound.write(to: folder, framesInPart: 10, edited: true)
        let server = try await MediaServer(folder: folder.path)
        let item = MediaItem(uri: server.address(of: "sound.m3u8"))
        let (heard, duration) =
            place == nil ? try await hear(item) : try await hear(item, from: place ?? .zero)
        await server.close()
        let original = Array(try CutRecording.samples(of: "gapless/whole-44100.wav")[..<47_500])
        let first = place.map { Int(($0.seconds * 44100).rounded()) } ?? 0
        #expect(distance(try #require(heard.start), place ?? .zero) < .microseconds(25))
        #expect(heard.shift(at: 2000, expected: first, in: original) == 0)
        #expect(heard.error(of: 0..<1000, in: original, from: first) < 0.5)
        // Nothing tells what of the last frame is sound.
        let all = (sound.count - 1) * FragmentedSound.frame
        #expect(heard.samples.count + first == all)
        #expect(distance(try #require(duration), .seconds(all) / 44100) < .microseconds(10))
    }

    @Test func `HLS fragments without an edit list are presented as a whole`() async throws {
        let sound = try FragmentedSound("gapless/aac-a.m4a")
        try sound.write(to: folder, framesInPart: 10, edited: false)
        let server = try await MediaServer(folder: folder.path)
        let heard = try await hear(MediaItem(uri: server.address(of: "sound.m3u8"))).heard
        await server.close()
        #expect(heard.samples.count == sound.count * FragmentedSound.frame)
    }

    @Test func `the encoder delay of an MP3 without a frame count is left out`() async throws {
        var file = try Data(contentsOf: URL(filePath: Repository.media + "/gapless/lame-a.mp3"))
        let tag = try #require(file.range(of: Data("Info".utf8)) ?? file.range(of: Data("Xing".utf8)))
        let frames = tag.upperBound + 4
        file[frames - 1] &= ~1
        // What follows moves up, within the frame of the tag.
        let rest = file[(frames + 4)..<(tag.lowerBound + 180)]
        file.replaceSubrange(frames..<(tag.lowerBound + 180), with: rest + Data(count: 4))
        let heard = try await hear(MediaItem(path: folder.write(file, to: "uncounted.mp3"))).heard
        let original = Array(try CutRecording.samples(of: "gapless/whole-44100.wav")[..<47_500])
        #expect(heard.start == .zero && heard.shift(at: 2000, expected: 0, in: original) == 0)
        #expect((47_500..<47_500 + 3 * 1152).contains(heard.samples.count))
    }

    @Test(arguments: [
        "lame-a.mp3", "lame-vbr-a.mp3", "aac-a.m4a", "aac-48-a.m4a", "itunes-a.m4a", "opus-a.opus",
        "film-a.mp4", "film-quicktime-a.mov",
    ])
    func `playback over HTTP is exact to the sample`(_ name: String) async throws {
        let server = try await MediaServer(folder: Repository.media)
        let (heard, duration) = try await hear(MediaItem(uri: server.address(of: "gapless/" + name)))
        await server.close()
        let rate = heard.rate
        let isFilm = name.hasPrefix("film")
        let count = isFilm ? 48_510 : rate == 44100 ? 47_500 : 53_077
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
