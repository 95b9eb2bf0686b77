import Testing

@testable import MediaFormats
@testable import TestBasics

struct SampleEncryptionTests {
    private let key = [UInt8](repeating: 0xAA, count: 16)
    private let other = [UInt8](repeating: 0xBB, count: 16)

    private func tenc(_ version: UInt8 = 0, pattern: UInt8 = 0, protected: UInt8 = 1, end: [UInt8]) -> [UInt8]
    {
        MP4.full("tenc", version, 0, [0, pattern, protected], end)
    }

    private func entry(_ scheme: String, _ tenc: [UInt8]) -> [UInt8] {
        let sinf = MP4.box(
            "sinf", MP4.box("frma", MP4.text("avc1")),
            MP4.full("schm", 0, 0, MP4.text(scheme), MP4.u32(0x10000)),
            MP4.box("schi", tenc))
        return MP4.video("encv", MP4.box("avcC", [1]) + sinf)
    }

    private func demuxed(_ entry: [UInt8], _ boxes: (Int) -> [UInt8] = { _ in [] }) throws -> [DemuxerOutput]
    {
        let samples = [MP4.Sample(data: MP4.zeros(10)), MP4.Sample(data: MP4.zeros(20))]
        let start = MP4.initialization([MP4.track(1, entries: [entry])])
        return try demuxFragments(start + MP4.fragment(time: 0, samples, boxes: boxes))
    }

    @Test
    func `Vectors and subsamples come from senc`() throws {
        let ones = [UInt8](repeating: 1, count: 8)
        let twos = [UInt8](repeating: 2, count: 8)
        let first = ones + MP4.u16(1) + MP4.u16(4) + MP4.u32(6)
        let senc = MP4.full("senc", 0, 2, MP4.u32(2), first, twos, MP4.u16(0))
        let outputs = try demuxed(entry("cenc", tenc(end: [8] + key))) { _ in senc }
        let format = try #require(outputs.streams.first?.format)
        #expect(format.codec == .h264)
        #expect(format.encryption?.scheme == "cenc")
        #expect(format.encryption?.keyID == key)
        #expect(format.encryption?.ivSize == 8)
        let expected: [MediaSample.Encryption?] = [
            .init(iv: ones, keyID: key, subsamples: [.init(clear: 4, encrypted: 6)]),
            .init(iv: twos, keyID: key, subsamples: []),
        ]
        #expect(outputs.samples.map(\.encryption) == expected)
    }

    @Test
    func `Information that saiz and saio point to is read`() throws {
        let outputs = try demuxed(entry("cenc", tenc(end: [8] + key))) { offset in
            let saiz = MP4.full("saiz", 0, 0, [8], MP4.u32(2))
            return saiz + MP4.full("saio", 0, 0, MP4.u32(1), MP4.u32(offset + saiz.count + 20 + 8))
                + MP4.box("free", [3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4])
        }
        #expect(outputs.samples.map { $0.encryption?.iv.first } == [3, 4])
    }

    @Test
    func `A constant vector and a pattern are those of cbcs`() throws {
        let iv = [UInt8](1...16)
        let outputs = try demuxed(entry("cbcs", tenc(1, pattern: 0x19, end: [0] + key + [16] + iv)))
        let encryption = try #require(outputs.streams.first?.format.encryption)
        #expect((encryption.cryptBlocks, encryption.skipBlocks) == (1, 9))
        #expect(encryption.constantIV == iv)
        #expect(outputs.samples.map(\.encryption?.iv) == [iv, iv])
        let senc = MP4.full(
            "senc", 0, 2, MP4.u32(2), MP4.u16(1), MP4.u16(1), MP4.u32(9), MP4.u16(1), MP4.u16(2), MP4.u32(18))
        let split = try demuxed(entry("cbcs", tenc(1, pattern: 0x19, end: [0] + key + [16] + iv))) { _ in senc
        }
        #expect(split.samples.map { $0.encryption?.subsamples.first?.clear } == [1, 2])
    }

    @Test
    func `Groups rotate the key and leave samples clear`() throws {
        let iv = [UInt8](repeating: 9, count: 8)
        let groups =
            MP4.full(
                "sgpd", 1, 0, MP4.text("seig"), MP4.u32(20), MP4.u32(2), [0, 0, 0, 0], MP4.zeros(16),
                [0, 0, 1, 8],
                other)
            + MP4.full(
                "sbgp", 0, 0, MP4.text("seig"), MP4.u32(2), MP4.u32(1), MP4.u32(0x1_0001), MP4.u32(1),
                MP4.u32(0x1_0002))
        let outputs = try demuxed(entry("cenc", tenc(end: [8] + key))) { _ in
            groups + MP4.full("senc", 0, 0, MP4.u32(2), iv)
        }
        #expect(outputs.samples.map(\.encryption) == [nil, .init(iv: iv, keyID: other, subsamples: [])])
    }

    @Test
    func `Samples of a track that is not protected are clear`() throws {
        let outputs = try demuxed(entry("cenc", tenc(protected: 0, end: [0] + MP4.zeros(16))))
        #expect(outputs.samples.map(\.encryption) == [nil, nil])
        #expect(outputs.streams.first?.format.encryption != nil)
    }

    @Test
    func `Samples whose vectors are missing or wrong are damage`() throws {
        let missing = try demuxed(entry("cenc", tenc(end: [8] + key)))
        #expect(missing.samples.isEmpty)
        #expect(missing.damage == 30)
        let large = MP4.full("senc", 0, 2, MP4.u32(1), MP4.zeros(8), MP4.u16(1), MP4.u16(4), MP4.u32(7))
        #expect(try demuxed(entry("cenc", tenc(end: [8] + key))) { _ in large }.damage == 30)
        let short = MP4.full("senc", 0, 0, MP4.u32(2), MP4.zeros(12))
        #expect(try demuxed(entry("cenc", tenc(end: [8] + key))) { _ in short }.samples.isEmpty)
    }

    @Test
    func `Sample encryption of PIFF is read`() throws {
        let uuid: [UInt8] = [
            0xA2, 0x39, 0x4F, 0x52, 0x5A, 0x9B, 0x4F, 0x14, 0xA2, 0x44, 0x6C, 0x42, 0x7C, 0x64, 0x8D, 0xF4,
        ]
        let senc = MP4.box("uuid", uuid, MP4.u32(0), MP4.u32(2), MP4.zeros(8), MP4.zeros(8))
        let outputs = try demuxed(entry("piff", tenc(end: [8] + key))) { _ in senc }
        #expect(outputs.samples.map { $0.encryption?.iv.count } == [8, 8])
        #expect(outputs.streams.first?.format.encryption?.scheme == "cenc")
    }

    @Test
    func `A stream that begins in the clear has one format`() throws {
        let start = MP4.initialization(
            [
                MP4.track(
                    1,
                    entries: [entry("cenc", tenc(end: [8] + key)), MP4.video("avc1", MP4.box("avcC", [1]))])
            ],
            defaults: [MP4.trex(1, description: 2)])
        let outputs = try demuxFragments(start + MP4.fragment(time: 0, [.init(data: [5])]))
        #expect(outputs.streams.first?.format.encryption?.keyID == key)
        #expect(outputs.samples.map(\.encryption) == [nil])
    }
}
