import Testing

@testable import MediaFormats

struct TransportDamageTests {
    private func sound(_ change: (inout [UInt8]) -> Void) throws -> Outputs {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x0F, 257, [])])
        for packet in 0..<4 {
            let data = (0..<4).flatMap { _ in Elementary.adts(170) }
            writer.pes(257, id: 0xC0, pts: Int64(packet) * 7680, isBounded: true, data)
        }
        change(&writer.bytes)
        return try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
    }

    @Test func `A packet that came twice is taken once`() throws {
        let all = try sound { bytes in
            bytes.insert(contentsOf: Array(bytes[188 * 3..<188 * 4]), at: 188 * 4)
        }
        #expect(all.samples(257).count == 16)
        #expect(all.damage == 0)
    }

    @Test func `A lost packet costs the frames it is of, and is told`() throws {
        let all = try sound { $0.removeSubrange(188 * 3..<188 * 4) }
        #expect(all.damage >= 188)
        #expect((13...15).contains(all.samples(257).count))
        #expect(all.samples(257).allSatisfy { $0.data.count == 170 })
        #expect(all.samples(257).last?.presentationTime == 319_999_999)
    }

    @Test func `An announced discontinuity of the counter is no damage`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, [])])
        writer.pes(256, pts: 0, Elementary.keyUnit())
        writer.counters[256] = 9
        writer.pes(256, pts: 3600, isDiscontinuous: true, Elementary.unit())
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.samples(256).count == 2)
        #expect(all.damage == 0)
    }

    @Test func `Damaged video is given out, and the damage is told`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, [])])
        writer.pes(256, pts: 0, Elementary.keyUnit(size: 2000))
        writer.pes(256, pts: 3600, Elementary.unit(size: 2000))
        writer.bytes.removeSubrange(188 * 5..<188 * 7)
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.samples(256).count == 2)
        #expect(all.damage == 2 * 188)
    }

    @Test func `Scrambled packets are told once and not given out`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, []), (0x0F, 257, [])])
        writer.pes(256, pts: 0, Elementary.keyUnit())
        for packet in 0..<3 {
            writer.pes(257, id: 0xC0, pts: Int64(packet) * 1920, isScrambled: true, Elementary.adts())
        }
        let all = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(all.streams.count == 1)
        #expect(all.streams.first?.last?.format.encryption?.scheme == "ts-scrambled")
        #expect(all.streams.first?.first?.format.encryption == nil)
        #expect(all.samples(257).isEmpty)
    }

    @Test func `A segment that is cut off tells the rest of a packet`() throws {
        var writer = TransportWriter()
        let bytes = exampleSegment(writer: &writer).dropLast(88)
        let all = try outputs(of: [Array(bytes)], by: TransportStreamDemuxer())
        #expect(all.damage >= 100)
        #expect(all.samples(256).count == 5)
    }
}
