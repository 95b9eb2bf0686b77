import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline

/// A frame as an image file looks like the frame on a display.
@Suite(.timeLimit(.minutes(2)))
struct ImageEncodingTests {
    /// Four quarters: red, green, blue and gray.
    private static let colors: [[UInt8]] = [[230, 20, 30], [10, 200, 40], [25, 35, 220], [128, 128, 128]]

    private func frame(
        _ format: PixelFormat = .rgb, width: Int = 33, height: Int = 18, alpha: UInt8 = 255
    ) -> VideoFrame {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let quarter = y * 2 / height * 2 + x * 2 / width
                bytes += Self.colors[quarter]
                if format == .rgba { bytes.append(alpha) }
            }
        }
        return VideoFrame(time: .zero, format: format, width: width, height: height, bytes: bytes)
    }

    private func turned(
        _ frame: VideoFrame, by rotation: Int, isMirrored: Bool,
        pixels: PixelAspectRatio = PixelAspectRatio(width: 1, height: 1)
    ) -> VideoFrame {
        VideoFrame(
            time: frame.time, duration: frame.duration, format: frame.format, width: frame.width,
            height: frame.height, pixelAspectRatio: pixels, rotation: rotation, isMirrored: isMirrored,
            storage: frame.storage)
    }

    /// The mean color of each quarter, without its edges.
    private func quarters(_ frame: VideoFrame) -> [[Int]] {
        let bytes = frame.packedBytes
        var quarters: [[Int]] = []
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let left = (1 + 2 * column) * frame.width / 4 - 1
            let top = (1 + 2 * row) * frame.height / 4 - 1
            var sums = [0, 0, 0]
            for y in top..<top + 3 {
                for x in left..<left + 3 {
                    for component in 0..<3 {
                        sums[component] += Int(bytes[(y * frame.width + x) * 3 + component])
                    }
                }
            }
            quarters.append(sums.map { $0 / 9 })
        }
        return quarters
    }

    private func isNear(_ frame: VideoFrame, _ colors: [[UInt8]] = Self.colors, within tolerance: Int) -> Bool
    {
        for (found, wanted) in zip(quarters(frame), colors) {
            for (one, other) in zip(found, wanted) where abs(one - Int(other)) > tolerance { return false }
        }
        return true
    }

    /// Pixels that all differ from their neighbours.
    private func noise(width: Int, height: Int) -> VideoFrame {
        var bytes: [UInt8] = []
        for index in 0..<width * height * 3 {
            let value = index * 73 + index / 5 + index * index / 11
            bytes.append(UInt8(truncatingIfNeeded: value))
        }
        return VideoFrame(time: .zero, format: .rgb, width: width, height: height, bytes: bytes)
    }

    @Test(arguments: [33, 34, 35, 36]) func `PNG has exactly the pixels of RGB`(width: Int) async throws {
        let noise = noise(width: width, height: 17)
        for format in [ImageFormat.png, .losslessWebP] {
            let image = try await DecodedFrames.decoded(noise.encoded(as: format), as: format)
            #expect(image.width == width && image.height == 17)
            #expect(image.packedBytes == noise.packedBytes)
        }
    }

    @Test func `PNG has exactly the pixels of RGBA, and of gray`() async throws {
        let clear = frame(.rgba, alpha: 100)
        let image = try await DecodedFrames.decoded(clear.encoded(as: .png), as: .png, to: .rgba)
        #expect(image.packedBytes == clear.packedBytes)
        let levels = [UInt8](0...255)
        let gray = VideoFrame(time: .zero, format: .gray8, width: 16, height: 16, bytes: levels)
        let grayImage = try await DecodedFrames.decoded(gray.encoded(as: .png), as: .png)
        #expect(grayImage.packedBytes == levels.flatMap { [$0, $0, $0] })
    }

    @Test(arguments: [ImageFormat.jpeg(quality: 90), .webp(quality: 90)])
    func `a lossy image has nearly the same colors`(format: ImageFormat) async throws {
        let image = try await DecodedFrames.decoded(frame().encoded(as: format), as: format)
        #expect(image.width == 33 && image.height == 18)
        #expect(isNear(image, within: 6), "\(quarters(image))")
    }

    @Test func `a lower quality makes a smaller file`() throws {
        let noise = noise(width: 64, height: 64)
        let jpeg = try [10, 90, 100, 1000].map { try noise.encoded(as: .jpeg(quality: $0)) }
        #expect(jpeg[0].count < jpeg[1].count)
        #expect(jpeg[2] == jpeg[3])
        let webp = try [10, 90].map { try noise.encoded(as: .webp(quality: $0)).count }
        #expect(webp[0] < webp[1])
    }

    @Test(arguments: [33, 48, 90]) func `a JPEG file does not depend on other memory`(width: Int) throws {
        let frame = frame(width: width, height: 35)
        let files = try (0..<20).map { number in
            // Leaves other bytes in the memory that is used next.
            _ = try noise(width: width + number, height: 35).encoded(as: .jpeg(quality: 80))
            return try frame.encoded(as: .jpeg(quality: 80))
        }
        #expect(Set(files).count == 1)
    }

    static let decoderFormats = [
        "format=I420,colorimetry=bt601", "format=I420,colorimetry=bt709", "format=NV12,colorimetry=bt709",
        "format=I420,colorimetry=1:4:0:0", "format=I420,colorimetry=1:3:5:1",
        "format=I420_10LE,colorimetry=bt709", "format=P010_10LE,colorimetry=bt2020",
        "format=I420_10LE,colorimetry=2:6:7:7", "format=Y444,colorimetry=bt709", "format=BGRA",
    ]

    @Test(arguments: decoderFormats, [ImageFormat.png, .jpeg(quality: 95), .webp(quality: 95)])
    func `a decoded frame keeps its colors`(caps: String, format: ImageFormat) async throws {
        let decoded = try await DecodedFrames.converted(frame(width: 33, height: 18), to: caps)
        let image = try await DecodedFrames.decoded(decoded.encoded(as: format), as: format)
        // Each conversion with 8 bits errs by up to 4.
        #expect(isNear(image, within: 12), "\(quarters(image))")
    }

    @Test(arguments: [0, 90, 180, 270], [false, true])
    func `rotation and mirroring are applied`(rotation: Int, isMirrored: Bool) async throws {
        let noise = noise(width: 5, height: 3)
        let file = try turned(noise, by: rotation, isMirrored: isMirrored).encoded(as: .png)
        let image = try await DecodedFrames.decoded(file, as: .png)
        let bytes = noise.packedBytes
        var rows: [[[UInt8]]] = []
        for y in 0..<3 {
            rows.append(
                (0..<5).map { x in
                    let start = (y * 5 + x) * 3
                    return Array(bytes[start..<start + 3])
                })
        }
        if isMirrored { rows = rows.map { $0.reversed() } }
        for _ in 0..<rotation / 90 {
            // A quarter turn clockwise: the left column becomes the upper row, from its lower end.
            let upright = rows
            rows = upright[0].indices.map { x in upright.reversed().map { $0[x] } }
        }
        #expect(image.width == rows[0].count && image.height == rows.count)
        let pixels: [UInt8] = Array(rows.joined().joined())
        #expect(image.packedBytes == pixels)
    }

    @Test func `pixels become square, also of a rotated frame`() async throws {
        let wide = turned(
            frame(width: 36, height: 20), by: 90, isMirrored: false,
            pixels: PixelAspectRatio(width: 16, height: 15))
        let image = try await DecodedFrames.decoded(wide.encoded(as: .png), as: .png)
        #expect(image.width == 20 && image.height == 38)
        let colors: [[UInt8]] = [2, 0, 3, 1].map { Self.colors[$0] }
        #expect(isNear(image, colors, within: 1), "\(quarters(image))")
    }

    @Test func `several threads may encode one frame`() async throws {
        let frame = frame(width: 160, height: 90)
        let expected = try frame.encoded(as: .jpeg(quality: 80))
        await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<20 { group.addTask { try? frame.encoded(as: .jpeg(quality: 80)) } }
            for await file in group { #expect(file == expected) }
        }
    }
}

/// Frames without an image give an error.
@Suite(.timeLimit(.minutes(2)))
struct ImageEncodingErrorTests {
    private func code(_ frame: VideoFrame, _ format: ImageFormat) -> PlayerError.Code? {
        do throws(PlayerError) {
            _ = try frame.encoded(as: format)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a frame without pixels`() {
        let empty = VideoFrame(time: .zero, format: .rgb, width: 0, height: 0, bytes: [])
        #expect(code(empty, .png) == .malformed)
        let unknown = VideoFrame(time: .zero, format: "NOTHING", width: 2, height: 2, bytes: [])
        #expect(code(unknown, .png) == .malformed)
    }

    @Test func `a frame whose planes do not fit its format`() {
        let small = VideoFrame(time: .zero, format: .rgb, width: 8, height: 8, bytes: [])
        for format in [PixelFormat.rgba, .i420] {
            let wrong = VideoFrame(
                time: .zero, duration: nil, format: format, width: 8, height: 8, storage: small.storage)
            #expect(code(wrong, .jpeg(quality: 80)) == .malformed)
        }
    }

    @Test func `a decoded frame with too few bytes`() async throws {
        let cut = try await DecodedFrames.first(
            of: [1, 2, 3], caps: "video/x-raw,format=I420,width=64,height=64,framerate=25/1",
            through: "identity")
        #expect(code(cut, .png) == .malformed)
    }

    @Test func `a frame that is too large for the format`() {
        let long = VideoFrame(time: .zero, format: .gray8, width: 16_384, height: 1, bytes: [])
        #expect(code(long, .webp(quality: 50)) == .unknown)
        #expect(code(long, .jpeg(quality: 50)) == nil)
    }

    @Test func `an encoder that is not installed`() {
        let error = PlayerError(.missingElement("webpenc"), .webp(quality: 50))
        #expect(error.code == .missingDecoder && error.element == "webpenc")
        #expect(error.message == "No plug-in is installed that writes image/webp")
        #expect(error.hint == "install the Debian package gstreamer1.0-plugins-bad")
    }
}
