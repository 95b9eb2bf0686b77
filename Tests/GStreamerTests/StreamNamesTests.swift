import GStreamer
import Testing

/// What people call formats.
struct StreamNamesTests {
    @Test(arguments: [
        ("H.264 / AVC", "H.264"), ("H.264 (Main Profile)", "H.264"), ("H.265 (Main Profile)", "HEVC"),
        ("MPEG-4 AAC audio", "AAC"), ("MPEG-1 Layer 3 (MP3)", "MP3"),
        ("Free Lossless Audio Codec (FLAC)", "FLAC"),
        ("AC-3 (ATSC A/52)", "AC-3"), ("E-AC-3 (ATSC A/52B)", "E-AC-3"),
        ("Uncompressed 16-bit PCM audio", "PCM"),
        ("On2 VP9", "VP9"), ("Something new", "Something new"),
    ]) func `a codec description has a short name`(_ description: String, _ name: String) {
        #expect(StreamNames.codec(described: description) == name)
    }

    @Test func `caps have a codec name`() {
        func name(_ type: String, _ change: (inout CapsValues) -> Void = { _ in }) -> String? {
            var caps = CapsValues(mediaType: type)
            change(&caps)
            return StreamNames.codec(of: caps)
        }
        #expect(
            name("video/x-h265") == "HEVC" && name("audio/x-opus") == "Opus" && name("video/x-raw") == nil)
        #expect(name("audio/mpeg") { $0.version = 4 } == "AAC")
        #expect(name("audio/mpeg") { ($0.version, $0.layer) = (1, 2) } == "MP2")
        #expect(name("video/mpeg") { $0.version = 2 } == "MPEG-2 Video")
        #expect(name("application/x-ass") == "ASS" && name("x/y") == nil)
        #expect(name("x/y") { $0.description = "VP9" } == "VP9")
    }

    @Test(arguments: [
        (720, 576, 16.0 / 15, false, 768, 576), (720, 480, 8.0 / 9, false, 720, 540),
        (1920, 1080, 1, true, 1080, 1920),
        (720, 576, 64.0 / 45, true, 576, 1024),
    ]) func `a video size is named as displayed`(
        _ width: Int, _ height: Int, _ aspect: Double, _ turned: Bool, _ wide: Int, _ high: Int
    ) throws {
        var caps = CapsValues(mediaType: "video/x-raw")
        (caps.width, caps.height, caps.pixelAspect) = (width, height, aspect)
        let size = try #require(caps.displaySize(turned: turned))
        #expect(size == (wide, high))
    }

    @Test func `container types have names`() {
        #expect(StreamNames.container(described: "ISO MP4/M4A") == "MP4")
        #expect(StreamNames.container(described: "Matroska") == "Matroska")
        #expect(
            StreamNames.container(of: ["tsdemux", "hls"]) == "HLS"
                && StreamNames.container(of: []) == nil)
    }
}
