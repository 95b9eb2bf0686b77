import Testing

@testable import MediaFormats

/// Video with 25 frames a second and AAC.
func exampleSegment(at start: Int64 = 90_000, frames: Int = 5, writer: inout TransportWriter) -> [UInt8] {
    writer.bytes = []
    writer.association()
    writer.map([(0x1B, 256, []), (0x0F, 257, [0x0A, 4, 0x64, 0x65, 0x75, 0])])
    for frame in 0..<frames {
        let time = start + Int64(frame) * 3600
        let data = frame == 0 ? Elementary.keyUnit() : Elementary.unit()
        writer.pes(256, pts: time + 3600, dts: time, data)
        let sound = Elementary.adts() + Elementary.adts(120)
        writer.pes(257, id: 0xC0, pts: start + Int64(frame) * 3840, isBounded: true, sound)
    }
    return writer.bytes
}

struct TransportStreamTests {
    @Test func `Streams are told before their samples, which have exact times`() throws {
        var writer = TransportWriter()
        let all = try outputs(of: [exampleSegment(writer: &writer)], by: TransportStreamDemuxer())
        #expect(all.streams.count == 1)
        guard case .streams(let streams) = all.all.first else {
            Issue.record("the first output tells the streams")
            return
        }
        #expect(streams.map(\.number) == [256, 257])
        #expect(streams.map(\.format.codec) == [.h264, .aac])
        #expect((streams[0].format.width, streams[0].format.height) == (320, 180))
        #expect((streams[1].format.sampleRate, streams[1].format.channels) == (48_000, 2))
        #expect(streams[1].format.language == "deu")
        #expect(streams[1].format.configuration == [0x11, 0x90])
        let video = all.samples(256)
        #expect(all.ticks(256) == [93_600, 97_200, 100_800, 104_400, 108_000])
        #expect(video.map(\.isSync) == [true, false, false, false, false])
        #expect(video.map(\.duration) == [40_000_000, 40_000_000, 40_000_000, 40_000_000, nil])
        #expect(video[0].data.elementsEqual(Elementary.keyUnit()))
        #expect(video[4].data.elementsEqual(Elementary.unit()))
        let audio = all.samples(257)
        #expect(audio.count == 10)
        #expect(audio[1].presentationTime == 1_021_333_333)
        #expect(audio.allSatisfy { $0.duration == 21_333_333 || $0.duration == 21_333_334 })
        #expect(all.damage == 0)
    }

    @Test(arguments: [1, 2, 3, 7, 187, 188, 189, 500])
    func `The same bytes in other pieces give the same outputs`(_ piece: Int) throws {
        var writer = TransportWriter()
        var segments = [exampleSegment(writer: &writer), exampleSegment(at: 108_000, writer: &writer)]
        segments[1].insert(contentsOf: [UInt8](repeating: 0x47, count: 400), at: 188 * 6)
        segments[0].removeLast(100)
        let whole = try outputs(of: segments, by: TransportStreamDemuxer())
        #expect(try outputs(of: segments, by: TransportStreamDemuxer(), piece: piece) == whole)
    }

    @Test func `Streams are not told again for a segment with the same tables`() throws {
        var writer = TransportWriter()
        let segments = [exampleSegment(writer: &writer), exampleSegment(at: 108_000, writer: &writer)]
        let all = try outputs(of: segments, by: TransportStreamDemuxer())
        #expect(all.streams.count == 1)
        #expect(all.samples(256).count == 10)
        #expect(all.damage == 0)
    }

    @Test func `Times go on where 33 bits end, in all streams alike`() throws {
        var writer = TransportWriter()
        let start: Int64 = (1 << 33) - 7200
        let all = try outputs(of: [exampleSegment(at: start, writer: &writer)], by: TransportStreamDemuxer())
        #expect(all.ticks(256) == (1...5).map { start + Int64($0) * 3600 })
        #expect(all.ticks(257).last == start + 4 * 3840 + 1920)
    }

    @Test func `A jump back of less than half the range is a jump back`() throws {
        var writer = TransportWriter()
        let segments = [
            exampleSegment(at: 9_000_000, writer: &writer), exampleSegment(at: 90_000, writer: &writer),
        ]
        let all = try outputs(of: segments, by: TransportStreamDemuxer())
        #expect(all.ticks(256)[5] == 93_600)
    }

    @Test(arguments: [(192, 4, 0), (204, 0, 16)])
    func `Packets of 192 and of 204 bytes are read`(_ size: Int, _ before: Int, _ after: Int) throws {
        var writer = TransportWriter()
        let plain = exampleSegment(writer: &writer)
        var wide: [UInt8] = []
        for start in stride(from: 0, to: plain.count, by: 188) {
            wide += [UInt8](repeating: 9, count: before) + plain[start..<start + 188]
            wide += [UInt8](repeating: 9, count: after)
        }
        let expected = try outputs(of: [plain], by: TransportStreamDemuxer())
        #expect(try outputs(of: [wide], by: TransportStreamDemuxer()) == expected)
        #expect(try outputs(of: [wide], by: TransportStreamDemuxer(), piece: 5) == expected)
    }

    @Test func `Garbage between packets is damage, and nothing is lost`() throws {
        var writer = TransportWriter()
        var bytes = exampleSegment(writer: &writer)
        bytes.insert(contentsOf: [UInt8](repeating: 0x31, count: 777), at: 188 * 5)
        let all = try outputs(of: [bytes], by: TransportStreamDemuxer())
        #expect(all.damage == 777)
        #expect(all.samples(256).count == 5)
        #expect(all.samples(257).count == 10)
    }

    @Test func `Other bytes are an error`() throws {
        #expect(throws: DemuxerError.notThisFormat) {
            try outputs(of: [[UInt8](repeating: 0x20, count: 2 << 20)], by: TransportStreamDemuxer())
        }
        #expect(throws: DemuxerError.notThisFormat) {
            try outputs(of: [Array("#EXTM3U".utf8)], by: TransportStreamDemuxer(), piece: 1)
        }
    }

    @Test func `Packets without tables are an error`() throws {
        var writer = TransportWriter()
        writer.pes(256, pts: 0, Elementary.keyUnit())
        #expect(throws: DemuxerError.missingInitialization) {
            try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        }
    }

    @Test func `Tables may come in a segment of their own`() throws {
        var tables = TransportWriter()
        tables.association()
        tables.map([(0x1B, 256, [])])
        var media = TransportWriter()
        media.pes(256, pts: 90_000, Elementary.keyUnit())
        let all = try outputs(of: [tables.bytes, media.bytes], by: TransportStreamDemuxer())
        #expect(all.samples(256).count == 1)
        #expect(all.streams.last?.first?.format.width == 320)
    }

    @Test func `Transport streams are told from other bytes`() {
        var writer = TransportWriter()
        let bytes = exampleSegment(writer: &writer)
        #expect(TransportStreamDemuxer.looksLikeTransportStream(bytes[...]) == true)
        #expect(TransportStreamDemuxer.looksLikeTransportStream(bytes.prefix(300)) == nil)
        #expect(TransportStreamDemuxer.looksLikeTransportStream(Array("#EXTM3U\n".utf8)[...]) == false)
        #expect(TransportStreamDemuxer.looksLikeTransportStream([]) == nil)
    }
}
