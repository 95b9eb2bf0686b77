import Testing

@testable import MediaFormats
@testable import TestBasics

struct TransportFuzzTests {
    /// A stream with many kinds of payload.
    private static func sources() -> [UInt8] {
        var writer = TransportWriter()
        writer.association()
        let opus: [UInt8] = [5, 4, 0x4F, 0x70, 0x75, 0x73, 0x7F, 2, 0x80, 2]
        writer.map([
            (0x1B, 256, []), (0x0F, 257, []), (0x24, 258, []), (0x02, 259, []), (0x03, 260, []),
            (0x87, 261, []),
            (0x11, 262, []), (0x06, 263, opus), (0x06, 264, [0x59, 3, 0x65, 0x6E, 0x67]), (0x10, 265, []),
            (0x15, 266, [0x26, 13, 0xFF, 0xFF, 73, 68, 51, 32, 0xFF, 73, 68, 51, 32, 0, 0x0F]),
            (0x33, 267, []),
            (0x86, 268, []), (0x8A, 269, []),
        ])
        for frame in 0..<3 {
            let time = Int64(frame) * 3600
            writer.pes(256, pts: time, frame == 0 ? Elementary.keyUnit() : Elementary.unit())
            writer.pes(257, id: 0xC0, pts: time, isBounded: true, Elementary.adts())
            writer.pes(258, pts: time, [0, 0, 1, 0x42, 1, 1, 1, 0x60, 0, 0, 3, 0, 0, 1, 0x26, 1, 0xAF, 9, 9])
            writer.pes(
                259, pts: time, [0, 0, 1, 0xB3, 0x14, 0, 0xB4, 0x13, 0, 0, 1, 0, 0, 8, 0, 0, 1, 1, 9, 9])
            writer.pes(260, id: 0xC1, pts: time, isBounded: true, Elementary.mp3)
            writer.pes(261, id: 0xBD, pts: time, Elementary.eac3() + Elementary.eac3(type: 1))
            writer.pes(262, id: 0xC2, pts: time, [0x56, 0xE0, 5, 0x20, 0x00, 0x11, 0x90, 0])
            writer.pes(263, id: 0xBD, pts: time, [0x7F, 0xE0, 3, 0xFC, 1, 2])
            writer.pes(264, id: 0xBD, pts: time, isBounded: true, [0x20, 0, 0x0F, 0xFF])
            writer.pes(265, pts: time, [0, 0, 1, 0xB0, 1, 0, 0, 1, 0xB6, 0x10, 9, 9])
            writer.pes(266, id: 0xBD, pts: time, isBounded: true, [73, 68, 51, 4, 0, 0, 0, 0, 0, 2, 0, 0])
            writer.pes(267, pts: time, [0, 0, 1, 0, 0xA1, 0, 0, 1, 0, 0x39, 0x80, 9, 9])
            writer.section(268, [0xFC, 0x30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            writer.pes(
                269, id: 0xBD, pts: time, [0x7F, 0xFE, 0x80, 0x01, 0xFC, 0x3C, 0x3F, 0xF0, 9, 9, 9, 9])
        }
        return writer.bytes
    }

    @Test func `Damaged transport streams do no harm`() {
        let source = Self.sources()
        var random = SeededGenerator(state: 7)
        for _ in 0..<700 {
            var bytes = source
            bytes.damage(run: 188, orElse: 0x47, using: &random)
            var demuxer = TransportStreamDemuxer()
            var rest = bytes[...]
            var given = 0
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...3000, using: &random))
                given += size((try? demuxer.append(piece)) ?? [])
                rest = rest.dropFirst(piece.count)
            }
            given += size((try? demuxer.finishSegment()) ?? [])
            #expect(given <= bytes.count)
        }
    }

    private func size(_ outputs: [DemuxerOutput]) -> Int {
        outputs.reduce(0) { if case .sample(_, let sample) = $1 { $0 + sample.data.count } else { $0 } }
    }
}
