import TestBasics
import Testing

@testable import MediaFormats

struct SampleFormatTests {
    private func format(_ entry: [UInt8], handler: String) throws -> MediaFormat? {
        try demuxFragments(MP4.initialization([MP4.track(1, handler: handler, entries: [entry])])).streams
            .first?
            .format
    }

    @Test(arguments: [
        ("avc1", "avcC", Codec.h264), ("avc3", "avcC", .h264), ("hvc1", "hvcC", .h265),
        ("dvh1", "hvcC", .h265),
        ("av01", "av1C", .av1), ("vp08", "vpcC", .vp8), ("vp09", "vpcC", .vp9),
    ])
    func `Video has its codec, its configuration and its size`(_ type: String, _ box: String, _ codec: Codec)
        throws
    {
        let boxes = MP4.box(box, [1, 2, 3]) + MP4.box("pasp", MP4.u32(4), MP4.u32(3))
        let format = try #require(try format(MP4.video(type, boxes), handler: "vide"))
        #expect(format.kind == .video)
        #expect(format.codec == codec)
        #expect(format.configuration == [1, 2, 3])
        #expect((format.width, format.height) == (640, 360))
        #expect((format.pixelAspectWidth, format.pixelAspectHeight) == (4, 3))
        #expect((format.framing == .lengthPrefixed) == (codec == .h264 || codec == .h265))
    }

    @Test(
        arguments: [
            (0x20, Codec.mpeg4Video), (0x61, .mpeg2Video), (0x6A, .mpeg1Video), (0x6C, .motionJPEG),
        ] as [(UInt8, Codec)])
    func `The object type tells the codec of mp4v`(_ type: UInt8, _ codec: Codec) throws {
        let format = try #require(try format(MP4.video("mp4v", MP4.esds(type, [7, 8])), handler: "vide"))
        #expect(format.codec == codec)
        #expect(format.configuration == [7, 8])
    }

    @Test(
        arguments: [
            (0x40, [0x11, 0x90], Codec.aac, 48_000, 2), (0x40, [0x2B, 0x8A, 0x08, 0], .aac, 44_100, 1),
            (0x6B, [], .mp3, 32_000, 6), (0xA5, [], .ac3, 32_000, 6), (0xDD, [1], .vorbis, 32_000, 6),
        ] as [(UInt8, [UInt8], Codec, Int, Int)])
    func `The object type tells the codec of mp4a, and its configuration the rate`(
        _ type: UInt8, _ info: [UInt8], _ codec: Codec, _ rate: Int, _ channels: Int
    ) throws {
        let entry = MP4.audio(channels: 6, rate: 32_000, MP4.esds(type, info))
        let format = try #require(try format(entry, handler: "soun"))
        #expect(format.codec == codec)
        #expect((format.sampleRate, format.channels) == (rate, channels))
    }

    @Test
    func `Opus has the header of RFC 7845`() throws {
        let box = MP4.box("dOps", [0, 2], MP4.u16(312), MP4.u32(44_100), MP4.u16(256), [0])
        let format = try #require(try format(MP4.audio("Opus", box), handler: "soun"))
        #expect(format.configuration == MP4.text("OpusHead") + [1, 2, 0x38, 1, 0x44, 0xAC, 0, 0, 0, 1, 0])
        #expect((format.sampleRate, format.channels) == (48_000, 2))
    }

    @Test
    func `FLAC and ALAC tell their rate, channels and depth`() throws {
        let info = [0x80, 0, 0, 34] + MP4.zeros(10) + [0x17, 0x70, 0x03, 0x70] + MP4.zeros(20)
        let flac = try #require(try format(MP4.audio("fLaC", MP4.full("dfLa", 0, 0, info)), handler: "soun"))
        #expect(flac.configuration == MP4.text("fLaC") + info)
        #expect((flac.sampleRate, flac.channels, flac.bitsPerSample) == (96_000, 2, 24))
        let cookie = MP4.u32(4096) + [0, 24, 40, 10, 14, 6] + MP4.zeros(10) + MP4.u32(88_200)
        let alac = try #require(
            try format(MP4.audio("alac", MP4.full("alac", 0, 0, cookie)), handler: "soun"))
        #expect(alac.configuration == cookie)
        #expect((alac.sampleRate, alac.channels, alac.bitsPerSample) == (88_200, 6, 24))
    }

    @Test
    func `Dolby formats tell their channels`() throws {
        let ac3 = try #require(
            try format(MP4.audio("ac-3", MP4.box("dac3", [0x10, 0x3D, 0xC0])), handler: "soun"))
        #expect((ac3.codec, ac3.sampleRate, ac3.channels) == (.ac3, 48_000, 6))
        // Two channels more in a dependent substream.
        let dec3 = MP4.box("dec3", [0x0C, 0, 0x20, 0x0F, 0x02, 0x02])
        let eac3 = try #require(try format(MP4.audio("ec-3", dec3), handler: "soun"))
        #expect((eac3.codec, eac3.sampleRate, eac3.channels) == (.eac3, 48_000, 8))
    }

    @Test
    func `QuickTime sound descriptions of versions 1 and 2 are read`() throws {
        let head = MP4.zeros(6) + MP4.u16(1)
        let first = MP4.box(
            "mp4a", head, MP4.u16(1), MP4.zeros(6), MP4.u16(2), MP4.u16(16), MP4.zeros(4),
            MP4.u32(44_100 << 16),
            MP4.zeros(16),
            MP4.box("wave", MP4.box("mp4a", [0, 0, 0, 0]), MP4.esds(0x40, [0x12, 0x10]), MP4.zeros(8)))
        #expect(try format(first, handler: "soun")?.configuration == [0x12, 0x10])
        let second = MP4.box(
            "lpcm", head, MP4.u16(2), MP4.zeros(6), MP4.u16(3), MP4.u16(16), MP4.u16(0xFFFE), MP4.zeros(2),
            MP4.u32(0x10000), MP4.u32(72), MP4.u64(Int64(bitPattern: (96_000.0).bitPattern)), MP4.u32(4),
            MP4.u32(0),
            MP4.u32(24), MP4.u32(12), MP4.zeros(8))
        let format = try #require(try format(second, handler: "soun"))
        #expect(
            (format.codec, format.sampleRate, format.channels, format.bitsPerSample) == (.pcm, 96_000, 4, 24))
        #expect(format.pcmLayout == PCMLayout(isBigEndian: false))
    }

    @Test
    func `Texts have their codecs`() throws {
        let head = MP4.zeros(6) + MP4.u16(1)
        let vtt = try format(MP4.box("wvtt", head, MP4.box("vttC", MP4.text("WEBVTT"))), handler: "text")
        #expect(vtt?.codec == .webVTT)
        #expect(vtt?.configuration == MP4.text("WEBVTT"))
        let ttml = try format(
            MP4.box("stpp", head, MP4.text("http://www.w3.org/ns/ttml\0\0\0")), handler: "subt")
        #expect(ttml?.codec == .ttml)
        #expect(ttml?.kind == .text)
        #expect(try format(MP4.box("tx3g", head, MP4.zeros(30)), handler: "sbtl")?.codec == .tx3g)
        #expect(try format(MP4.box("c608", head), handler: "clcp")?.codec == .cea608)
        let uri = try format(
            MP4.box("urim", head, MP4.full("uri ", 0, 0, MP4.text("urn:x\0"))), handler: "meta")
        #expect(uri?.codec == .other("urim"))
        #expect(uri?.kind == .metadata)
    }
}
