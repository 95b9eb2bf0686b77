import Playhead
import Testing

@testable import TestBasics

/// The range of the samples of frames, against what FFmpeg writes.
@Suite(.timeLimit(.minutes(1)), .enabled(if: FFmpeg.isInstalled))
struct ColorRangeTests {
    @Test(arguments: ["tv", "pc"], ["film.mp4", "film.mkv"])
    func `frames of an MP4 file have the range that it declares`(range: String, name: String) async throws {
        let folder = try TemporaryFolder()
        let path = try FFmpeg.make(
            name,
            "-f lavfi -i color=gray:size=64x64:duration=0.4 -vf scale=out_color_matrix=bt709:out_range=\(range) "
                + "-pix_fmt yuv420p -color_range \(range) -colorspace bt709 -color_primaries bt709 -color_trc bt709 -c:v libx264 -qp 1",
            in: folder)
        var ranges: Set<Bool?> = []
        for try await frame in MediaReader(MediaItem(path: path)).videoFrames() {
            ranges.insert(frame.color?.isFullRange)
        }
        #expect(ranges == [range == "pc"])
    }
}
