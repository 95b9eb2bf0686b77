/// Writes the packs and packets of a program stream, in the syntax of MPEG-1 or MPEG-2.
package struct ProgramWriter {
    package var bytes: [UInt8] = []
    private let isFirstEdition: Bool

    /// The greatest payload of a packet.
    private static let largest = 2000

    package init(isFirstEdition: Bool = false) { self.isFirstEdition = isFirstEdition }

    /// A pack header with a clock reference in ticks of 90 kHz.
    package mutating func pack(_ clock: Int64) {
        let value = UInt64(bitPattern: clock) & 0x1_FFFF_FFFF
        bytes += [0, 0, 1, 0xBA]
        guard !isFirstEdition else {
            bytes += Self.time(clock, prefix: 2) + [0x80, 0x27, 0x11]
            return
        }
        bytes += [
            0x44 | UInt8(value >> 30) << 3 | UInt8(value >> 28 & 3), UInt8(value >> 20 & 0xFF),
            UInt8(value >> 15 & 0x1F) << 3 | 4 | UInt8(value >> 13 & 3), UInt8(value >> 5 & 0xFF),
            UInt8(value & 0x1F) << 3 | 4, 1, 0, 0x4E, 0x23, 0xF8,
        ]
    }

    package mutating func systemHeader() {
        bytes += [0, 0, 1, 0xBB, 0, 9, 0x80, 0x27, 0x11, 0x04, 0xE1, 0x7F, 0xE0, 0xE0, 0xE6]
    }

    /// A program stream map with the types of streams.
    package mutating func map(_ streams: [(id: UInt8, type: UInt8)], isDamaged: Bool = false) {
        let entries: [UInt8] = streams.flatMap { [$0.type, $0.id, 0, 0] }
        let length = 10 + entries.count
        var map: [UInt8] = [0, 0, 1, 0xBC, 0, UInt8(length), 0x80, 0xFF, 0, 0, 0, UInt8(entries.count)]
        map += entries
        let checksum = Self.checksum(map) ^ (isDamaged ? 1 : 0)
        bytes += map + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }
    }

    /// The packets of an access unit. `substream` is the header of a DVD substream.
    package mutating func packets(
        _ id: UInt8, pts: Int64? = nil, dts: Int64? = nil, substream: [UInt8] = [], isScrambled: Bool = false,
        _ data: [UInt8]
    ) {
        var (rest, isFirst) = (data[...], true)
        repeat {
            let payload = substream + rest.prefix(Self.largest)
            rest = rest.dropFirst(Self.largest)
            let fields = Self.fields(isFirst ? pts : nil, isFirst ? dts : nil)
            var header: [UInt8]
            if isFirstEdition {
                header = [0xFF, 0xFF, 0x60, 0x20] + (fields.isEmpty ? [0x0F] : fields)
            } else {
                let flags: UInt8 = fields.isEmpty ? 0 : fields.count == 5 ? 0x80 : 0xC0
                header = [isScrambled ? 0x90 : 0x80, flags, UInt8(fields.count)] + fields
            }
            let length = header.count + payload.count
            bytes += [0, 0, 1, id, UInt8(length >> 8), UInt8(length & 0xFF)]
            bytes += header + payload
            isFirst = false
        } while !rest.isEmpty
    }

    package mutating func padding(_ count: Int) {
        bytes += [0, 0, 1, 0xBE, UInt8(count >> 8), UInt8(count & 0xFF)]
        bytes += [UInt8](repeating: 0xFF, count: count)
    }

    package mutating func end() { bytes += [0, 0, 1, 0xB9] }

    private static func fields(_ pts: Int64?, _ dts: Int64?) -> [UInt8] {
        guard let pts else { return [] }
        guard let dts else { return time(pts, prefix: 2) }
        return time(pts, prefix: 3) + time(dts, prefix: 1)
    }

    private static func time(_ time: Int64, prefix: UInt8) -> [UInt8] {
        let value = UInt64(bitPattern: time) & 0x1_FFFF_FFFF
        return [
            prefix << 4 | UInt8(value >> 30) << 1 | 1, UInt8(value >> 22 & 0xFF),
            UInt8(value >> 15 & 0x7F) << 1 | 1, UInt8(value >> 7 & 0xFF), UInt8(value & 0x7F) << 1 | 1,
        ]
    }

    /// CRC-32 of ISO/IEC 13818-1, annex A.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { value, byte in
            (0..<8).reduce(value ^ UInt32(byte) << 24) { value, _ in
                value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0)
            }
        }
    }
}
