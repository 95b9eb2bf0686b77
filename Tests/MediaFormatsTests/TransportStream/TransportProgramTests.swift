import Testing

@testable import MediaFormats

struct TransportProgramTests {
    @Test func `A new map ends streams that went and lets the others go on`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, []), (0x03, 258, [])])
        writer.pes(256, pts: 0, Elementary.keyUnit())
        writer.pes(258, id: 0xC0, pts: 0, Elementary.mp3 + Elementary.mp3)
        writer.map([(0x1B, 256, []), (0x0F, 257, [])], version: 1)
        writer.pes(256, pts: 3600, Elementary.unit())
        writer.pes(257, id: 0xC0, pts: 3600, Elementary.adts())
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.streams.map { $0.map(\.number) } == [[256, 258], [256, 257]])
        #expect(all.samples(256).count == 2)
        #expect(all.samples(258).map(\.presentationTime) == [0, 26_122_448])
        #expect(all.samples(257).count == 1)
        #expect(all.streams[0][1].format.codec == .mp3)
        #expect(all.damage == 0)
    }

    @Test func `A section with a wrong checksum is ignored`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x02, 300, [])], isDamaged: true)
        writer.map([(0x1B, 256, [])])
        writer.pes(256, pts: 0, Elementary.keyUnit())
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.streams.map { $0.map(\.number) } == [[256]])
    }

    @Test func `A map may be longer than a packet`() throws {
        var writer = TransportWriter()
        writer.association()
        let long: [UInt8] = [0xFE, 200] + [UInt8](repeating: 0x47, count: 200)
        writer.map([(0x1B, 256, long), (0x0F, 257, long)])
        writer.pes(256, pts: 0, Elementary.keyUnit())
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.streams.map { $0.map(\.number) } == [[256, 257]])
        #expect(all.streams[0][1].format.sampleRate == 0)
    }

    @Test func `The first program with a stream that is known is played`() throws {
        var writer = TransportWriter()
        writer.association([(1, 0x1000), (2, 0x1001), (3, 0x1002)])
        writer.map([(0x99, 600, [])], program: 1, pid: 0x1000)
        writer.map([(0x1B, 256, [])], program: 2, pid: 0x1001)
        writer.map([(0x1B, 700, [])], program: 3, pid: 0x1002)
        writer.pes(256, pts: 0, Elementary.keyUnit())
        writer.pes(700, pts: 0, Elementary.keyUnit())
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.streams.map { $0.map(\.number) } == [[256]])
        #expect(all.samples(700).isEmpty)
    }

    @Test func `A program of which nothing is known is told at the end`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x99, 600, [])])
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.streams.first?.first?.format.codec == .other("0x99"))
    }

    @Test(
        arguments: [
            (0x01, [], .mpeg1Video), (0x02, [], .mpeg2Video), (0x10, [], .mpeg4Video), (0x1B, [], .h264),
            (0x24, [], .h265), (0x33, [], .h266), (0x0F, [], .aac), (0x11, [], .aac), (0x81, [], .ac3),
            (0x87, [], .eac3), (0x8A, [], .dts), (0x86, [], .scte35), (0xDB, [], .h264), (0xCF, [], .aac),
            (0xC1, [], .ac3), (0xC2, [], .eac3), (0x06, [5, 4, 0x41, 0x43, 0x2D, 0x33], .ac3),
            (0x06, [5, 4, 0x4F, 0x70, 0x75, 0x73, 0x7F, 2, 0x80, 6], .opus),
            (0x06, [5, 4, 0x48, 0x45, 0x56, 0x43], .h265), (0x06, [0x6A, 1, 0], .ac3),
            (0x06, [0x7A, 1, 0], .eac3), (0x06, [0x7B, 1, 0], .dts), (0x06, [0x7F, 1, 0x15], .ac4),
            (0x06, [0x59, 3, 0x65, 0x6E, 0x67], .dvbSubtitles),
            (0x06, [0x56, 3, 0x65, 0x6E, 0x67], .teletext),
            (0x06, [5, 4, 0x4B, 0x4C, 0x56, 0x41], .other("KLVA")), (0x06, [], .other("0x06")),
            (0x15, [0x26, 13, 0xFF, 0xFF, 73, 68, 51, 32, 0xFF, 73, 68, 51, 32, 0, 0x0F], .id3),
        ] as [(UInt8, [UInt8], Codec)])
    func `Stream types and descriptors tell the codec`(
        _ type: UInt8, _ descriptors: [UInt8], _ codec: Codec
    ) throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, []), (type, 257, descriptors)])
        writer.pes(256, pts: 0, Elementary.keyUnit())
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        let format = try #require(all.streams.first?.last?.format)
        #expect(format.codec == codec)
        #expect(format.encryption?.scheme == (type > 0xC0 ? "SAMPLE-AES" : nil))
        if codec == .opus {
            #expect(format.channels == 6)
            #expect(format.configuration.starts(with: "OpusHead".utf8))
            #expect(format.configuration.dropFirst(18).elementsEqual([1, 4, 2, 0, 4, 1, 2, 3, 5]))
        }
    }

    @Test func `Streams wait for a stream without data until the segment ends`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, []), (0x0F, 257, [])])
        for frame in 0..<3 { writer.pes(256, pts: Int64(frame) * 3600, Elementary.keyUnit()) }
        var demuxer = TransportStreamDemuxer()
        #expect(try demuxer.append(writer.bytes[...]).isEmpty)
        let first = try demuxer.finishSegment()
        #expect(first.count == 4)
        writer.bytes = []
        writer.pes(257, id: 0xC0, pts: 9000, Elementary.adts())
        let second = Outputs(all: try demuxer.append(writer.bytes[...]) + demuxer.finishSegment())
        #expect(second.streams.map { $0.map(\.format.sampleRate) } == [[0, 48_000]])
        #expect(second.samples(257).count == 1)
    }

    @Test func `Streams wait for no more than a mebibyte`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, []), (0x0F, 257, [])])
        for frame in 0..<12 { writer.pes(256, pts: Int64(frame) * 3600, Elementary.keyUnit(size: 100_000)) }
        var demuxer = TransportStreamDemuxer()
        let all = Outputs(all: try demuxer.append(writer.bytes[...]))
        #expect(all.streams.count == 1)
        #expect(all.samples(256).count == 11)
    }
}
