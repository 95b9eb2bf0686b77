import PlayheadTesting
import Synchronization
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline

/// Frames in the memory of an element.
enum DecodedFrames {
    /// The first frame that comes out of elements that bytes are pushed into.
    static func first(
        of bytes: [UInt8], caps: String, through elements: String
    ) async throws -> VideoFrame {
        let input = Mutex([SourceBytes(bytes, start: .zero, duration: .milliseconds(40))])
        let found = Mutex<VideoFrame?>(nil)
        let pipeline = try Element.pipeline(
            described: "appsrc name=source format=time caps=\"\(caps)\" ! \(elements) "
                + "! fakesink name=sink sync=false")
        let source = try #require(pipeline.child(named: "source"))
        source.feed { input.withLock { $0.popLast() } }
        pipeline.child(named: "sink")?.onHandoff { rendering in
            var format: PictureFormat?
            let frame = VideoFrame(rendering, &format)
            found.withLock { $0 = $0 ?? frame }
        }
        try await TestPatternRun.run(pipeline)
        return try #require(found.withLock { $0 })
    }

    /// The frame in another format.
    static func converted(_ frame: VideoFrame, to caps: String) async throws -> VideoFrame {
        try await first(
            of: rowsOfFour(frame),
            caps: "video/x-raw,format=\(frame.format.rawValue),width=\(frame.width),height=\(frame.height),"
                + "framerate=25/1", through: "videoconvert ! video/x-raw,\(caps)")
    }

    /// The pixels of an image file, as RGB or RGBA.
    static func decoded(
        _ file: [UInt8], as format: ImageFormat, to pixels: PixelFormat = .rgb
    ) async throws -> VideoFrame {
        let decoder =
            switch format {
            case .png: "pngdec"
            case .jpeg: "jpegdec"
            case .webp, .losslessWebP: "webpdec"
            }
        return try await first(
            of: file, caps: "\(format.mediaType),framerate=0/1",
            through: "\(decoder) ! videoconvert ! video/x-raw,format=\(pixels.rawValue)")
    }

    /// The rows with the padding to a multiple of 4 bytes that GStreamer expects.
    private static func rowsOfFour(_ frame: VideoFrame) -> [UInt8] {
        let bytes = frame.packedBytes
        let row = frame.planes[0].rowBytes
        let padding = [UInt8](repeating: 0, count: (4 - row % 4) % 4)
        var rows: [UInt8] = []
        for y in 0..<frame.height {
            rows += bytes[y * row..<(y + 1) * row]
            rows += padding
        }
        return rows
    }
}
