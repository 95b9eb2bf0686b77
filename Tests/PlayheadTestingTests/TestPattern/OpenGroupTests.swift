import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Frames that follow a keyframe in the file, are shown before it, and refer to frames before it.
@Suite(.enabled(if: FFmpeg.isInstalled), .timeLimit(.minutes(5)))
struct OpenGroupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let files = ["h264.mp4", "h265.mp4", "h264.mkv", "h265.mkv", "h264.ts", "h265.ts", "h264.flv"]

    private let pattern = TestPattern(
        .matroska, item: 5, length: .seconds(3), video: .init(.h264, width: 320, height: 192),
        audio: [.init(.aac)])

    /// Every 20th frame is a keyframe, with three frames before it that depend on both groups.
    private func openGroups(_ name: String) async throws -> MediaItem {
        let parameters = "open-gop=1:keyint=20:min-keyint=20:bframes=3:b-adapt=0:scenecut=0"
        let coding =
            name.hasPrefix("h264")
            ? "-c:v libx264 -x264-params \(parameters)"
            : "-c:v libx265 -x265-params \(parameters):log-level=0"
        return MediaItem(
            path: try FFmpeg.make(
                name, "-i \(try await pattern.write(in: folder)) \(coding) -pix_fmt yuv420p -c:a copy",
                in: folder))
    }

    /// The frames around a keyframe.
    private let frames = Array(34...46)

    private func middle(of frame: Int, in name: String) -> Duration {
        // Decode times in FLV are not negative, so that the first frame is shown two frames late.
        .milliseconds(40 * (name.hasSuffix("flv") ? frame + 2 : frame) + 20)
    }

    @Test(arguments: files) func `4.2: an exact seek to a frame before an open keyframe shows it`(
        name: String
    )
        async throws
    {
        let playback = SamplePlayback(pattern)
        playback.player.load(try await openGroups(name))
        try await playback.player.waitUntil(.ready, within: .seconds(60))
        var shown: [Int?] = []
        for frame in frames {
            await playback.seeks(to: middle(of: frame, in: name))
            shown.append(playback.reader.frames.last?.number)
        }
        #expect(shown == frames)
        await playback.player.close()
    }

    @Test(arguments: files) func `4.2: playback from a frame before an open keyframe is clean`(name: String)
        async throws
    {
        let playback = SamplePlayback(pattern)
        playback.player.load(try await openGroups(name))
        try await playback.player.waitUntil(.ready, within: .seconds(60))
        await playback.seeks(to: middle(of: 38, in: name))
        playback.player.play()
        try await playback.player.waitForEnd(within: .seconds(60))
        await playback.player.close()
        #expect(playback.reader.frames.filter { !$0.isHeld }.map(\.number) == Array(38..<75))
        let findings = playback.reader.verdict().findings
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test(arguments: files) func `4.3: steps back over an open keyframe show each frame`(name: String)
        async throws
    {
        let playback = SamplePlayback(pattern)
        playback.player.load(try await openGroups(name))
        try await playback.player.waitUntil(.ready, within: .seconds(60))
        await playback.seeks(to: middle(of: 42, in: name))
        var shown: [Int?] = []
        for _ in 0..<6 {
            _ = await playback.player.step(by: -1)
            shown.append(playback.reader.frames.last?.number)
        }
        #expect(shown == [41, 40, 39, 38, 37, 36])
        await playback.player.close()
    }

    @Test(arguments: files) func `single frames around an open keyframe are read`(name: String) async throws {
        let item = try await openGroups(name)
        var read: [Int?] = []
        for try await frame in MediaReader(item).frames(at: frames.map { middle(of: $0, in: name) }) {
            read.append(frame.code?.number)
        }
        #expect(read == frames)
        let generator = ImageGenerator(item)
        var pictures: [Int?] = []
        for frame in frames.reversed() {
            pictures.append(try await generator.image(at: middle(of: frame, in: name)).code?.number)
        }
        #expect(pictures == frames.reversed())
    }

    @Test(arguments: files) func `a range that begins before an open keyframe is read`(name: String)
        async throws
    {
        var read: [Int?] = []
        let range = middle(of: 38, in: name)..<middle(of: 44, in: name)
        for try await frame in MediaReader(try await openGroups(name)).videoFrames(range: range) {
            read.append(frame.code?.number)
        }
        #expect(read == Array(38...44))
    }

    // flvdemux goes to the beginning.
    @Test(arguments: files.filter { $0 != "h264.flv" })
    func `the keyframe before a frame that is decoded behind an open one is read`(
        name: String
    ) async throws {
        let item = try await openGroups(name)
        var read: [Int?] = []
        let times = [38, 40, 42].map { middle(of: $0, in: name) }
        for try await frame in MediaReader(item).frames(at: times, tolerance: .before) {
            read.append(frame.code?.number)
        }
        #expect(read == [20, 40, 40])
    }
}
