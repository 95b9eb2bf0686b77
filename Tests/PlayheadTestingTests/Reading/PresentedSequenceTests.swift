import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// What the sequences of a player give out while it plays, and the frame that it shows.
@Suite(.timeLimit(.minutes(2)))
struct PresentedSequenceTests {
    private let film = MediaItem(path: Repository.media + "/av-h264-aac.mp4")

    private var player: Player {
        var configuration = PlayerConfiguration()
        (configuration.video, configuration.audio, configuration.clock) = (.none, .none, .virtual)
        return Player(configuration: configuration)
    }

    @Test func `every frame and every sample comes once, until the player is closed`() async throws {
        let player = player
        let frames = player.videoFrames(buffering: 1000)
        let buffers = player.audioBuffers(buffering: 1000)
        player.load(film, autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        var times: [Duration] = []
        for await frame in frames where !frame.isHeld { times.append(frame.mediaTime) }
        #expect(times.count == 100 && times == times.sorted())
        var samples = 0
        for await buffer in buffers where !buffer.isHeld { samples += buffer.frames }
        #expect(abs(samples - 192_000) < 2048)
    }

    @Test func `a slow consumer loses the oldest, and is told how many`() async throws {
        let player = player
        let frames = player.videoFrames(buffering: 2)
        player.load(film, autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        var rest: [PresentedVideoFrame] = []
        for await frame in frames { rest.append(frame) }
        #expect(rest.map(\.lost).reduce(0, +) + rest.count >= 100)
        #expect(rest.count == 2 && rest[1].lost == 0 && rest[1].mediaTime == .milliseconds(3960))
    }

    @Test func `the current frame is the one that is shown, with its pixels`() async throws {
        let player = player
        #expect(player.currentFrame() == nil)
        player.load(film)
        try await player.waitUntil(.ready)
        let first = try #require(player.currentFrame())
        #expect(first.time == .zero && first.width == 320 && first.height == 180 && first.format == .i420)
        guard case .completed = await player.seek(to: .milliseconds(2020)) else {
            Issue.record("no seek")
            return
        }
        let later = try #require(player.currentFrame())
        #expect(later.luma != first.luma)
        var read: [UInt8] = []
        for try await frame in MediaReader(film).frames(at: [.milliseconds(2020)]) { read = frame.luma }
        #expect(read == later.luma)
        await player.close()
        #expect(player.currentFrame() == nil)
    }
}

/// The pictures of a generator.
@Suite(.timeLimit(.minutes(2)))
struct ImageGeneratorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `pictures are exact, or keyframes`() async throws {
        let path = try await TestPattern(.mp4, item: 1, length: .seconds(4)).write(in: folder)
        let generator = ImageGenerator(MediaItem(path: path))
        #expect(generator.duration == nil)
        #expect(try await generator.image(at: .milliseconds(1990)).code?.number == 49)
        #expect(generator.duration.map { abs(($0 - .seconds(4)).inNanoseconds) < 100_000_000 } == true)
        #expect(try await generator.image(at: .milliseconds(1990), tolerance: .near).code?.number == 50)
        #expect(try await generator.image(at: .milliseconds(1990), tolerance: .before).code?.number == 25)
        #expect(try await generator.image(at: .seconds(1000)).code?.number == 99)
    }

    @Test func `of many previews the last one is made`() async throws {
        let path = try await TestPattern(.mp4, item: 2, length: .seconds(4)).write(in: folder)
        let generator = ImageGenerator(MediaItem(path: path))
        let numbers = await withTaskGroup(of: Int?.self) { group in
            for index in 0..<40 {
                group.addTask {
                    (try? await generator.preview(at: .milliseconds(100 * index), tolerance: .exact))??.code?
                        .number
                }
            }
            return await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
        }
        #expect(!numbers.isEmpty && numbers.count < 40)
    }

    @Test func `an error does not spoil the next picture`() async throws {
        let generator = ImageGenerator(MediaItem(path: Repository.media + "/av-h264-aac.mp4"))
        let task = Task { try await generator.image(at: .seconds(3)) }
        task.cancel()
        _ = await task.result
        #expect(try await generator.image(at: .seconds(1)).width == 320)
        let missing = ImageGenerator(MediaItem(path: "/nowhere.mp4"))
        for _ in 0..<2 {
            await #expect { try await missing.image(at: .zero) } throws: {
                ($0 as? PlayerError)?.code == .notFound
            }
        }
    }

    @Test(.enabled(if: FFmpeg.isInstalled)) func `a representative picture is not dark`() async throws {
        let path = try FFmpeg.make(
            "dark.mp4",
            "-f lavfi -i color=black:s=320x180:r=25:d=4 -f lavfi -i testsrc2=s=320x180:r=25:d=4 "
                + "-filter_complex [0][1]concat -g 25", in: folder)
        let frame = try await ImageGenerator(MediaItem(path: path)).representativeImage()
        #expect(frame.time >= .seconds(4))
    }

    private func cover(of name: String) async throws -> VideoFrame {
        let item = MediaItem(path: name.hasPrefix("/") ? name : Repository.path("media/\(name)"))
        return try await ImageGenerator(item, format: .rgb).representativeImage(prefersCover: true)
    }

    @Test(arguments: ["chapters.m4b", "chapters.mkv", "chapters.mp3", "chapters.opus", "cover.flac"])
    func `the cover of a recording is given`(name: String) async throws {
        let frame = try await cover(of: name)
        #expect(frame.width == 16 && frame.height == 16 && frame.time == .zero)
        let color = zip(frame.packedBytes, [0xC0, 0x40, 0x20])
        #expect(color.allSatisfy { abs(Int($0) - $1) < 4 })
    }

    @Test(.enabled(if: FFmpeg.isInstalled), arguments: ["mp4", "mkv"])
    func `the cover of a film is given in place of a frame`(ending: String) async throws {
        let image = try FFmpeg.make("front.png", "-f lavfi -i color=green:s=40x60 -frames:v 1", in: folder)
        let options =
            ending == "mp4"
            ? "-i \(image) -map 0 -map 1 -c:v:0 mpeg4 -c:v:1 copy -disposition:v:1 attached_pic"
            : "-attach \(image) -metadata:s:t mimetype=image/png -metadata:s:t filename=cover.png -c:v mpeg4"
        let film = try FFmpeg.make(
            "film.\(ending)", "-f lavfi -i testsrc2=s=320x180:r=25:d=2 \(options)", in: folder)
        let frame = try await cover(of: film)
        #expect(frame.width == 40 && frame.height == 60)
        #expect(try await ImageGenerator(MediaItem(path: film)).representativeImage().width == 320)
        let small = ImageGenerator(MediaItem(path: film), size: .fitting(width: 30, height: 30))
        #expect(try await small.representativeImage(prefersCover: true).height == 30)
    }

    @Test(.enabled(if: FFmpeg.isInstalled))
    func `without a cover that can be shown there is a frame, or one error`() async throws {
        #expect(try await cover(of: "av-h264-aac.mp4").width == 320)
        let image = folder.path + "/broken.png"
        try Data("no picture".utf8).write(to: URL(filePath: image))
        let attached = "-attach \(image) -metadata:s:t mimetype=image/png -metadata:s:t filename=cover.png"
        let film = try FFmpeg.make(
            "film.mkv", "-f lavfi -i testsrc2=s=320x180:r=25:d=1 \(attached) -c:v mpeg4", in: folder)
        #expect(try await cover(of: film).width == 320)
        for name in ["tone.wav", "/nowhere.mp3"] {
            await #expect { try await cover(of: name) } throws: { ($0 as? PlayerError)?.code == .notFound }
        }
    }
}
