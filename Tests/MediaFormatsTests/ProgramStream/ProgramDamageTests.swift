import Testing

@testable import MediaFormats
@testable import TestBasics

struct ProgramDamageTests {
    private func demux(_ bytes: [UInt8]) throws -> Outputs {
        try outputs(of: [bytes], by: ProgramStreamDemuxer())
    }

    /// The offsets of start codes with a number.
    private func codes(_ code: UInt8, in bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(3).filter { bytes[$0..<$0 + 4].elementsEqual([0, 0, 1, code]) }
    }

    @Test func `Garbage between packets is damage, and nothing is lost`() throws {
        var bytes = ProgramExample.stream()
        bytes.insert(contentsOf: [UInt8](repeating: 0x31, count: 777), at: codes(0xBA, in: bytes)[20])
        let all = try demux(bytes)
        #expect(all.damage == 777)
        #expect(all.samples(0xE0).count == 50)
        #expect(all.samples(0xC0).count == 84)
    }

    @Test func `Zero bytes between packets are no damage`() throws {
        var bytes = ProgramExample.stream()
        bytes.insert(contentsOf: [UInt8](repeating: 0, count: 500), at: codes(0xBA, in: bytes)[20])
        bytes += [UInt8](repeating: 0, count: 500)
        let all = try demux(bytes)
        #expect(all.damage == 0)
        #expect(all.samples(0xE0).count == 50)
    }

    @Test func `A wrong length costs one packet`() throws {
        var bytes = ProgramExample.stream()
        let packet = codes(0xE0, in: bytes)[20]
        bytes[packet + 4] = 0x20
        let all = try demux(bytes)
        #expect(all.samples(0xE0).count == 50)
        #expect(all.samples(0xC0).count >= 82)
        bytes[packet + 4] = 0
        bytes[packet + 5] = 20
        let short = try demux(bytes)
        #expect(short.samples(0xE0).count >= 49)
        #expect(short.samples(0xC0).count >= 83)
    }

    @Test func `Missing bytes cost the packets that they are of`() throws {
        var bytes = ProgramExample.stream()
        let packs = codes(0xBA, in: bytes)
        bytes.removeSubrange((packs[20] + 30)..<(packs[22] + 40))
        let all = try demux(bytes)
        #expect((47...48).contains(all.samples(0xE0).count))
        #expect(all.samples(0xC0).count >= 78)
        #expect(all.ticks(0xE0).last == Int64(90_000 + 50 * 3600))
    }

    @Test func `A cut stream has its last packet as far as it goes`() throws {
        let bytes = ProgramExample.stream()
        let last = try #require(codes(0xE0, in: bytes).last)
        let all = try demux(Array(bytes.prefix(last + 100)))
        #expect(all.samples(0xE0).count == 50)
        #expect(all.samples(0xC0).count == 82)
    }

    @Test func `Video packets without a length extend to the next packet`() throws {
        var bytes = ProgramExample.stream()
        for packet in codes(0xE0, in: bytes) { (bytes[packet + 4], bytes[packet + 5]) = (0, 0) }
        let all = try demux(bytes)
        #expect(all.samples(0xE0).count == 50)
        #expect(all.damage == 0)
    }

    @Test func `Damaged program streams do no harm`() {
        let sources = [Self.everything(), ProgramExample.stream(isFirstEdition: true)]
        var random = SeededGenerator(state: 7)
        for round in 0..<500 {
            var bytes = sources[round % 2]
            bytes.damage(run: 300, orElse: 0, using: &random)
            var reader = ProgramStreamReader()
            var rest = bytes[...]
            var given = 0
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...3000, using: &random))
                given += size((try? reader.append(piece)) ?? [])
                rest = rest.dropFirst(piece.count)
            }
            given += size((try? reader.finish()) ?? [])
            #expect(given <= bytes.count)
            var index = ProgramStreamIndex(length: bytes.count, isLocal: round % 3 > 0) { offset, count in
                Array(bytes.dropFirst(offset).prefix(count))
            }
            _ = index.start(before: 1_500_000_000) { offset, count in
                Array(bytes.dropFirst(offset).prefix(count))
            }
        }
    }

    private func size(_ outputs: [ContainerOutput]) -> Int {
        outputs.reduce(0) { if case .sample(_, let sample) = $1 { $0 + sample.data.count } else { $0 } }
    }

    /// A stream with many kinds of payload.
    private static func everything() -> [UInt8] {
        var writer = ProgramWriter()
        for frame in 0..<4 {
            let time = Int64(frame) * 3600
            writer.pack(time)
            writer.map([(0xE1, 0x1B), (0xC1, 0x0F), (0xC2, 0x11), (0xE3, 0x24)])
            writer.packets(
                0xE0, pts: time, ProgramExample.sequence() + ProgramExample.picture(1, frame))
            writer.packets(0xE1, pts: time, dts: time, frame == 0 ? Elementary.keyUnit() : Elementary.unit())
            writer.packets(0xE2, pts: time, [0, 0, 1, 0xB0, 1, 0, 0, 1, 0xB6, 0x10, 9, 9])
            writer.packets(0xE3, pts: time, [0, 0, 1, 0x42, 1, 1, 1, 0x60, 0, 0, 1, 0x26, 1, 0xAF, 9, 9])
            writer.packets(0xC0, pts: time, ProgramExample.mp2)
            writer.packets(0xC1, pts: time, Elementary.adts())
            writer.packets(0xC2, pts: time, [0x56, 0xE0, 5, 0x20, 0x00, 0x11, 0x90, 0])
            writer.packets(0xBD, pts: time, substream: [0x80, 1, 0, 1], Elementary.ac3)
            writer.packets(
                0xBD, pts: time, substream: [0xC0, 1, 0, 1], Elementary.eac3() + Elementary.eac3(type: 1))
            writer.packets(
                0xBD, pts: time, substream: [0x88, 1, 0, 1],
                [0x7F, 0xFE, 0x80, 0x01, 0xFC, 0x3C, 0x3F, 0xF0, 9, 9, 9, 9])
            writer.packets(0xBD, pts: time, substream: [0xA0, 1], [0, 4, 0, 1, 0x80, 1, 2, 3, 4])
            writer.packets(0xBD, pts: time, substream: [0x20], [0, 10, 0, 4, 0, 2, 0, 4, 2, 0xFF])
            writer.padding(20)
        }
        writer.end()
        return writer.bytes
    }
}
