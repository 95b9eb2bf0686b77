import GStreamer
import PlayheadTesting
import Synchronization
import Testing

/// Pictures and sound of any format are read.
@Suite(.timeLimit(.minutes(5)))
struct FormatTests {
    static let pictureFormats = [
        "I420", "YV12", "NV12", "NV21", "NV16", "NV24", "Y42B", "Y444", "Y41B", "YUY2", "UYVY", "AYUV",
        "v210",
        "GRAY8", "GRAY16_LE", "I420_10LE", "I420_10BE", "I420_12LE", "I422_10LE", "P010_10LE", "P016_LE",
        "RGB", "BGR", "RGBx", "BGRA", "xRGB", "GBR", "RGB16", "ARGB64", "NV12_64Z32",
    ]

    private func read<Value: Sendable>(
        _ description: String, _ take: @escaping @Sendable (Rendering) -> Value?
    ) async throws -> [Value] {
        let found = FoundValues<Value>()
        let pipeline = try Element.pipeline(described: description + " ! fakesink name=sink sync=false")
        let handler: @Sendable (Rendering) -> Void = { if let value = take($0) { found.append(value) } }
        let sink = try #require(pipeline.child(named: "sink"))
        sink.onHandoff(handler)
        try await TestPatternRun.run(pipeline)
        return found.values
    }

    @Test(arguments: pictureFormats) func `video frames of every pixel format are read`(format: String)
        async throws
    {
        let code = FrameCode(item: 5, number: 1234)
        let (width, height) = (168, 98)
        let luma = code.luma(width: width, height: height)
        let chroma = [UInt8](repeating: 128, count: width / 2 * 98)
        let frames = Mutex([SourceBytes(luma + chroma, start: .zero, duration: .milliseconds(40))])
        let found = FoundValues<DecodedPicture>()
        let pipeline = try Element.pipeline(
            described: "appsrc name=source format=time "
                + "caps=\"video/x-raw,format=I420,width=\(width),height=\(height),framerate=25/1\" "
                + "! videoconvert ! video/x-raw,format=\(format) ! fakesink name=sink sync=false")
        let source = try #require(pipeline.child(named: "source"))
        source.feed { frames.withLock { $0.popLast() } }
        pipeline.child(named: "sink")?.onHandoff { rendering in
            var format: PictureFormat?
            guard !rendering.isHeld, let picture = rendering.picture(&format) else { return }
            found.append(picture.content)
        }
        try await TestPatternRun.run(pipeline)
        let picture = try #require(found.values.first)
        #expect(picture.format.width == width && picture.format.height == height)
        #expect(FrameCode(luma: picture.luma, width: width, height: height) == code)
        let isRGB = ["RGB", "BGR", "GBR"].contains { format.contains($0) }
        if !isRGB {
            #expect(zip(picture.luma, luma).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    static let soundFormats = [
        "S16LE", "S16BE", "S24LE", "S24_32LE", "S32LE", "F32LE", "F64LE", "U8", "U16LE",
    ]

    @Test(arguments: soundFormats, ["interleaved", "non-interleaved"])
    func `audio buffers of every sample format are read`(format: String, layout: String) async throws {
        let source = "audiotestsrc num-buffers=4 samplesperbuffer=480 wave=saw volume=0.5 freq=450"
        let caps = "audio/x-raw,rate=48000,channels=2,layout="
        let take: @Sendable (Rendering) -> AudioSamples? = { $0.isHeld ? nil : $0.sound?.content }
        let plain = try await read("\(source) ! \(caps)interleaved,format=F32LE", take)
        let found = try await read(
            "\(source) ! \(caps)interleaved,format=F32LE ! audioconvert dithering=none "
                + "! \(caps)\(layout),format=\(format)", take)
        #expect(found.count == 4 && found.allSatisfy { $0.rate == 48_000 && $0.channels == 2 })
        let tolerance: Float = format == "U8" ? 0.02 : 0.0001
        for (one, other) in zip(found, plain) {
            #expect(one.samples.count == 960)
            #expect(zip(one.samples, other.samples).allSatisfy { abs($0 - $1) <= tolerance })
        }
    }
}

private final class FoundValues<Value: Sendable>: Sendable {
    private let found = Mutex<[Value]>([])
    var values: [Value] { found.withLock { $0 } }
    func append(_ value: Value) { found.withLock { $0.append(value) } }
}
