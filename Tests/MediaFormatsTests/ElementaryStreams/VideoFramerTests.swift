import Testing

@testable import MediaFormats

struct VideoFramerTests {
    private struct Packet {
        var pts: Int64?
        var dts: Int64?
        var data: [UInt8]
    }

    private func video(_ type: UInt8, _ packets: [Packet]) throws -> Outputs {
        var writer = TransportWriter()
        writer.association()
        writer.map([(type, 256, [])])
        for packet in packets { writer.pes(256, pts: packet.pts, dts: packet.dts, packet.data) }
        let whole = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(try outputs(of: [writer.bytes], by: TransportStreamDemuxer(), piece: 11) == whole)
        return whole
    }

    @Test func `Several access units of one packet have times by the duration of a frame`() throws {
        let all = try video(
            0x1B,
            [
                Packet(pts: 0, data: Elementary.keyUnit()),
                Packet(pts: 3003, data: Elementary.unit() + Elementary.unit()),
                Packet(pts: 9009, data: Elementary.unit() + Elementary.unit()),
            ])
        #expect(all.ticks(256) == [0, 3003, 6006, 9009, 12_012])
    }

    @Test func `An access unit goes on in packets without a time`() throws {
        let unit = Elementary.keyUnit(size: 1000)
        let all = try video(
            0x1B,
            [
                Packet(pts: 0, data: Array(unit[..<400])), Packet(data: Array(unit[400...])),
                Packet(pts: 3600, data: Elementary.unit()),
            ])
        #expect(all.samples(256).map(\.data.count) == [unit.count, Elementary.unit().count])
        #expect(all.ticks(256) == [0, 3600])
    }

    @Test func `A time is that of the first access unit that commences in the packet`() throws {
        let unit = Elementary.keyUnit(size: 1000)
        let all = try video(
            0x1B,
            [
                Packet(pts: 0, data: Array(unit[..<400])),
                Packet(pts: 3600, data: unit[400...] + Elementary.unit()),
                Packet(pts: 7200, data: Elementary.unit()),
            ])
        #expect(all.ticks(256) == [0, 3600, 7200])
        #expect(all.samples(256).map(\.data.count)[0] == unit.count)
    }

    @Test func `Without delimiters an access unit begins with its first slice or its parameter sets`() throws
    {
        let key = Elementary.sequence() + Elementary.pictureParameters + Elementary.slice(7, isIDR: true)
        let second = Elementary.slice(5) + Elementary.slice(5, first: 40)
        let all = try video(0x1B, [Packet(pts: 0, data: key + second + key + second)])
        #expect(all.samples(256).map(\.data.count) == [key.count, second.count, key.count, second.count])
        #expect(all.samples(256).map(\.isSync) == [true, false, true, false])
    }

    @Test func `An intra picture with a recovery point or with parameter sets is a sync sample`() throws {
        let parameters = Elementary.sequence() + Elementary.pictureParameters
        let units = [
            Elementary.keyUnit(), Elementary.delimiter + Elementary.slice(7),
            Elementary.delimiter + Elementary.recoveryPoint + Elementary.slice(7),
            Elementary.delimiter + parameters + Elementary.slice(7),
            Elementary.delimiter + parameters + Elementary.slice(5),
            Elementary.delimiter + Elementary.recoveryPoint + Elementary.slice(7)
                + Elementary.slice(5, first: 9),
        ]
        let all = try video(0x1B, units.enumerated().map { Packet(pts: Int64($0) * 3600, data: $1) })
        #expect(all.samples(256).map(\.isSync) == [true, false, true, true, false, false])
    }

    @Test func `Two fields are one sample`() throws {
        let parameters = Elementary.sequence(interlaced: true) + Elementary.pictureParameters
        let top = Elementary.delimiter + parameters + Elementary.slice(7, isIDR: true, field: (0, false))
        let bottom = Elementary.delimiter + Elementary.slice(5, field: (0, true))
        let next = Elementary.delimiter + Elementary.slice(5, field: (1, false))
        let last = Elementary.delimiter + Elementary.slice(5, field: (1, true))
        let all = try video(0x1B, [Packet(pts: 0, data: top + bottom), Packet(pts: 3600, data: next + last)])
        #expect(all.samples(256).map(\.data.count) == [top.count + bottom.count, next.count + last.count])
        #expect(all.samples(256).map(\.isSync) == [true, false])
        #expect(all.streams[0][0].format.height == 360)
    }

    @Test func `Another size is told before the sample that has it`() throws {
        let large = Elementary.delimiter + Elementary.sequence(columns: 40, rows: 30, cropBottom: 0)
        let all = try video(
            0x1B,
            [
                Packet(pts: 0, data: Elementary.keyUnit()),
                Packet(
                    pts: 3600, data: large + Elementary.pictureParameters + Elementary.slice(7, isIDR: true)),
            ])
        #expect(all.streams.map { $0[0].format.width } == [320, 640])
        guard case .streams = all.all[2] else {
            Issue.record("the streams are told between the samples")
            return
        }
    }

    @Test func `H.265 is cut at its first slice segments`() throws {
        let sps: [UInt8] = [
            0, 0, 0, 1, 0x42, 0x01, 0x01, 0x01, 0x60, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, 0x3C, 0xA0, 0x0A,
            0x08, 0x0B, 0x9F, 0x79, 0x65, 0x79, 0x24, 0xCA, 0xE0, 0x10, 0, 0, 3, 0, 0x10, 0, 0, 3, 1, 0x90,
            0x80,
        ]
        let delimiter: [UInt8] = [0, 0, 0, 1, 0x46, 0x01, 0x50]
        let body = [UInt8](repeating: 0x55, count: 100)
        let key = delimiter + sps + [0, 0, 1, 0x26, 0x01, 0xAF] + body + [0, 0, 1, 0x26, 0x01, 0x2F] + body
        let other = delimiter + [0, 0, 1, 0x02, 0x01, 0xD0] + body
        let all = try video(
            0x24, [Packet(pts: 3600, dts: 0, data: key), Packet(pts: 7200, dts: 3600, data: other)])
        #expect(all.samples(256).map(\.data.count) == [key.count, other.count])
        #expect(all.samples(256).map(\.isSync) == [true, false])
        #expect((all.streams[0][0].format.width, all.streams[0][0].format.height) == (320, 180))
    }

    @Test func `MPEG-2 video is cut at its picture headers, and fields are joined`() throws {
        let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x14, 0x00, 0xB4, 0x13, 0xFF, 0xFF, 0xE0, 0x18]
        func picture(_ type: UInt8, structure: UInt8) -> [UInt8] {
            [0, 0, 1, 0, 0, type << 3, 0xFF, 0xF8, 0, 0, 1, 0xB5, 0x8F, 0xFF, 0xF0 | structure, 0x41, 0x80]
                + [0, 0, 1, 1] + [UInt8](repeating: 0x66, count: 60)
                + [0, 0, 1, 2] + [UInt8](repeating: 0x66, count: 60)
        }
        let key = sequence + picture(1, structure: 3)
        let fields = picture(2, structure: 1) + picture(2, structure: 2)
        let all = try video(0x02, [Packet(pts: 0, data: key + fields + fields)])
        #expect(all.samples(256).map(\.data.count) == [key.count, fields.count, fields.count])
        #expect(all.samples(256).map(\.isSync) == [true, false, false])
        #expect(all.ticks(256) == [0, 3600, 7200])
        #expect((all.streams[0][0].format.width, all.streams[0][0].format.height) == (320, 180))
    }
}
