import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// What a reader gives out of media whose frames and samples tell what they are.
struct MediaReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reader(_ media: TestPattern) async throws -> MediaReader {
        MediaReader(MediaItem(path: try await media.write(in: folder)))
    }

    private func numbers(_ frames: MediaSequence<VideoFrame>) async throws -> [Int?] {
        var numbers: [Int?] = []
        for try await frame in frames { numbers.append(frame.code?.number) }
        return numbers
    }

    @Test(arguments: TestPattern.kinds.keys.sorted())
    func `all frames and samples are read once, in order and in time`(kind: String) async throws {
        let media = try #require(TestPattern.kinds[kind])
        let reader = try await reader(media)
        let verdict = TestPatternReader(media)
        for try await sample in reader.samples() {
            switch sample {
            case .video(let frame): verdict.didPresent(PresentedVideoFrame(frame: frame))
            case .audio(let buffer): verdict.didPresent(PresentedAudioBuffer(buffer: buffer))
            }
        }
        let found = verdict.verdict(isComplete: true)
        #expect(found.findings == [], "\(found)")
    }

    @Test func `frames and samples come in the order of their times`() async throws {
        let reader = try await reader(TestPattern(.mp4, item: 1, length: .seconds(2)))
        var times: [Duration] = []
        var kinds: [Bool] = []
        for try await sample in reader.samples() {
            times.append(sample.time)
            if case .video = sample { kinds.append(true) } else { kinds.append(false) }
        }
        #expect(times == times.sorted())
        #expect(kinds.count(where: { $0 }) == 50 && kinds.count(where: { !$0 }) > 90)
    }

    @Test(arguments: [TestPattern.VideoCodec.h264, .h265, .vp8])
    func `a range begins with the frame that contains its start`(codec: TestPattern.VideoCodec) async throws {
        let container: TestPattern.Container = codec == .vp8 ? .matroska : .mp4
        let reader = try await reader(
            TestPattern(container, item: 2, length: .seconds(4), video: TestPattern.Video(codec)).withoutAudio
        )
        let range = Duration.milliseconds(1490)..<Duration.milliseconds(2000)
        #expect(try await numbers(reader.videoFrames(range: range)) == Array(37..<50))
        var first: VideoFrame?
        for try await frame in reader.videoFrames(range: range) {
            first = frame
            break
        }
        #expect(first.map { abs(($0.time - .milliseconds(1480)).inNanoseconds) < 1_000_000 } == true)
    }

    @Test func `a range of sound is exact to a sample`() async throws {
        let reader = MediaReader(MediaItem(path: Repository.path("media/tone.flac")))
        var all: [Float] = []
        for try await buffer in reader.audioBuffers() { all += buffer.samples }
        let range = Duration.milliseconds(500)..<Duration.milliseconds(1234)
        var part: [Float] = []
        var start: Duration?
        for try await buffer in reader.audioBuffers(range: range) {
            start = start ?? buffer.time
            part += buffer.samples
        }
        #expect(start == .milliseconds(500))
        let channels = all.count / (44_100 * 4)
        let isSame = part == Array(all[22_050 * channels..<54_420 * channels])
        #expect(isSame && channels == 2)
    }

    @Test func `single frames are given in the order of their times`() async throws {
        let reader = try await reader(TestPattern(.mp4, item: 3, length: .seconds(4)))
        let times: [Duration] = [2.5, 0, 3.99, 1.01, 100].map { .seconds($0) }
        let found = try await numbers(reader.frames(at: times))
        #expect(found == [62, 0, 99, 25, 99])
        #expect(
            try await numbers(reader.frames(at: times, tolerance: .before)) == [50, 0, 75, 25, 75])
        #expect(try await numbers(reader.frames(at: [])) == [])
    }

    @Test func `a frame of a wide or turned picture has the shape of its display`() async throws {
        for (name, stored, shown) in [
            ("wide-pixels.mp4", VideoSize(width: 180, height: 144), VideoSize(width: 192, height: 144)),
            ("rotated.mp4", VideoSize(width: 160, height: 90), VideoSize(width: 90, height: 160)),
        ] {
            let reader = MediaReader(MediaItem(path: Repository.path("media/\(name)")))
            var iterator = reader.videoFrames().makeAsyncIterator()
            let frame = try #require(try await iterator.next())
            #expect(VideoSize(width: frame.width, height: frame.height) == stored)
            #expect(frame.displaySize == shown)
            var fitting = reader.videoFrames(
                format: .rgba, size: .fitting(width: 100, height: 80), appliesOrientation: true
            ).makeAsyncIterator()
            let small = try #require(try await fitting.next())
            #expect(small.format == .rgba && small.rotation == 0 && small.displaySize.width == small.width)
            #expect(small.width <= 100 && small.height <= 80)
            let ratio = Double(small.width) / Double(small.height)
            #expect(abs(ratio * Double(shown.height) / Double(shown.width) - 1) < 0.03)
        }
    }

    @Test(.enabled(if: FFmpeg.isInstalled), arguments: ["libvpx", "libvpx-vp9"])
    func `video with an alpha channel is read with it`(encoder: String) async throws {
        let path = try FFmpeg.make(
            "alpha.webm",
            "-f lavfi -i color=red@0.5:s=64x64:r=25:d=1,format=yuva420p -c:v \(encoder) -auto-alt-ref 0 "
                + "-pix_fmt yuva420p", in: folder)
        var alphas: Set<UInt8> = []
        for try await frame in MediaReader(MediaItem(path: path)).videoFrames(format: .rgba) {
            alphas.insert(frame.packedBytes[3])
        }
        #expect(alphas.count == 1 && alphas.allSatisfy { (120...136).contains($0) }, "\(alphas)")
    }

    @Test func `sound is resampled and mixed`() async throws {
        let reader = MediaReader(MediaItem(path: Repository.path("media/tone.wav")))
        var frames = 0
        for try await buffer in reader.audioBuffers(rate: 16_000, channels: 1) {
            #expect(buffer.sampleRate == 16_000 && buffer.channels == 1)
            frames += buffer.frames
        }
        #expect(abs(frames - 64_000) <= 16)
    }

    @Test func `a consumer that waits holds decoding back, and misses nothing`() async throws {
        let reader = try await reader(TestPattern(.mp4, item: 4, length: .seconds(4)))
        var iterator = reader.samples().makeAsyncIterator()
        var numbers: [Int?] = []
        while let sample = try await iterator.next() {
            guard case .video(let frame) = sample else { continue }
            if numbers.count % 20 == 0 { try await Task.sleep(for: .milliseconds(50)) }
            numbers.append(frame.code?.number)
        }
        #expect(numbers == Array(0..<100))
    }
}

/// The errors of a reader, and how a pass ends early.
struct MediaReaderFaultTests {
    private func error(_ item: MediaItem, sound: Bool = false, range: Range<Duration>? = nil) async -> (
        PlayerError.Code?, Int
    ) {
        var count = 0
        let reader = MediaReader(item)
        do throws(PlayerError) {
            if sound {
                for try await _ in reader.audioBuffers(range: range) { count += 1 }
            } else {
                for try await _ in reader.videoFrames(range: range) { count += 1 }
            }
        } catch { return (error.code, count) }
        return (nil, count)
    }

    private func sample(_ name: String) -> MediaItem { MediaItem(path: Repository.path("media/\(name)")) }

    @Test func `what cannot be read gives one typed error`() async {
        #expect(await error(MediaItem(path: "/nowhere/film.mp4")) == (.notFound, 0))
        #expect(await error(MediaItem(path: Repository.folder)) == (.isDirectory, 0))
        #expect(await error(sample("README.md")) == (.unknownFormat, 0))
        #expect(await error(sample("tone.flac")) == (.notFound, 0))
        #expect(await error(sample("video-only.mp4"), sound: true) == (.notFound, 0))
        #expect(await error(sample("no-video-decoder.mp4")).0 == .missingDecoder)
        #expect(
            await error(sample("av-h264-aac.mp4"), range: .seconds(60)..<Duration.seconds(61)) == (.empty, 0))
    }

    @Test func `impossible conversions are refused, and an empty range is empty`() async throws {
        let reader = MediaReader(sample("av-h264-aac.mp4"))
        func code(_ body: () async throws(PlayerError) -> Void) async -> PlayerError.Code? {
            do throws(PlayerError) { try await body() } catch { return error.code }
            return nil
        }
        #expect(
            await code { () throws(PlayerError) in
                for try await _ in reader.videoFrames(format: "NOPE") {}
            } == .outputUnavailable)
        #expect(
            await code { () throws(PlayerError) in
                for try await _ in reader.videoFrames(size: .exact(width: 0, height: 0)) {}
            } == .outputUnavailable)
        #expect(
            await code { () throws(PlayerError) in
                for try await _ in reader.audioBuffers(rate: 0, channels: 0) {}
            } == .outputUnavailable)
        #expect(await error(sample("av-h264-aac.mp4"), range: .seconds(1)..<Duration.seconds(1)) == (nil, 0))
    }

    @Test func `keyframes keep their own times`() async throws {
        var times: [Duration] = []
        let wanted: [Duration] = [.milliseconds(1100), .milliseconds(2100), .milliseconds(3900)]
        for try await frame in MediaReader(sample("av-h264-aac.mp4")).frames(at: wanted, tolerance: .before) {
            times.append(frame.time)
        }
        #expect(times == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test(.enabled(if: FFmpeg.isInstalled), arguments: ["mp4", "mkv", "ts", "ogg"])
    func `a track that is shorter than its medium is whole`(ending: String) async throws {
        let folder = try TemporaryFolder()
        let path = try FFmpeg.make(
            "short.\(ending)",
            "-f lavfi -i testsrc2=s=160x96:r=25:d=3 -f lavfi -i sine=d=1 "
                + (ending == "ogg" ? "-c:v libtheora -c:a libvorbis" : "-c:v mpeg2video -c:a mp2"),
            in: folder)
        let (code, count) = await error(MediaItem(path: path), sound: true)
        #expect(code == nil && count > 10)
        #expect(await error(MediaItem(path: path)) == (nil, 75))
    }

    @Test(.enabled(if: FFmpeg.isInstalled), .timeLimit(.minutes(1)), arguments: ["mp4", "mkv", "ts"])
    func `a track that ends early does not hold the other one back`(ending: String) async throws {
        let folder = try TemporaryFolder()
        // More video behind the end of the sound than the queues before the decoders hold.
        let path = try FFmpeg.make(
            "long.\(ending)",
            "-f lavfi -i testsrc2=s=320x192:r=25:d=20 -f lavfi -i sine=d=1 -c:v mpeg2video -b:v 4M -minrate 4M "
                + "-maxrate 4M -bufsize 1M -c:a mp2", in: folder)
        var frames = 0
        for try await sample in MediaReader(MediaItem(path: path)).samples() {
            if case .video = sample { frames += 1 }
        }
        #expect(frames == 500)
    }

    @Test(.timeLimit(.minutes(1))) func `a pass may take longer than the medium`() async throws {
        var frames = 0
        for try await _ in MediaReader(sample("av-h264-aac.mp4")).videoFrames() {
            frames += 1
            // The end of the medium and all patience behind it pass.
            if frames == 20 { try await Task.sleep(for: .seconds(17)) }
        }
        #expect(frames == 100)
    }

    @Test func `a file that is cut off gives out what it has, and then an error`() async throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: Repository.path("media/av-vp9-opus.webm")))
        let path = folder.path + "/cut.webm"
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
        let (code, count) = await error(MediaItem(path: path))
        #expect(code == .truncated && count > 10 && count < 100)
        var configuration = PlayerConfiguration()
        configuration.allowsGaps = true
        var allowed = 0
        for try await _ in MediaReader(MediaItem(path: path), configuration: configuration).videoFrames() {
            allowed += 1
        }
        #expect(allowed == count)
    }

    @Test func `cancelling the task ends a pass`() async throws {
        let item = sample("av-h264-aac.mp4")
        let task = Task {
            var iterator = MediaReader(item).videoFrames().makeAsyncIterator()
            _ = try await iterator.next()
            while !Task.isCancelled { await Task.yield() }
            while try await iterator.next() != nil {}
        }
        task.cancel()
        await #expect(throws: PlayerError.self) { try await task.value }
    }

    @Test func `an iterator that is released leaves nothing behind`() async throws {
        for _ in 0..<5 {
            var iterator = MediaReader(sample("av-h264-aac.mp4")).samples().makeAsyncIterator()
            #expect(try await iterator.next() != nil)
        }
    }
}

extension VideoFrame {
    var code: FrameCode? { FrameCode(luma: luma, width: width, height: height) }
}
