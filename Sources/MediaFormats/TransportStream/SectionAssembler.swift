/// Assembles sections from packet payloads (ISO/IEC 13818-1, 2.4.4).
struct SectionAssembler: Sendable {
    private static let largest = 4096 + 3

    private var buffer: [UInt8] = []
    private var isCollecting = false
    private var counter: UInt8?

    /// The sections with valid checksums that end in this packet.
    mutating func append(_ packet: TransportPacket) -> [[UInt8]] {
        defer { counter = packet.counter }
        if let counter, !packet.isDiscontinuous {
            if packet.counter == counter, !packet.isUnitStart { return [] }
            if packet.counter != (counter + 1) & 15 { (buffer, isCollecting) = ([], false) }
        }
        var payload = packet.payload
        var sections: [[UInt8]] = []
        if packet.isUnitStart {
            guard let pointer = payload.popFirst(), Int(pointer) <= payload.count else {
                (buffer, isCollecting) = ([], false)
                return []
            }
            if isCollecting {
                buffer += payload.prefix(Int(pointer))
                takeSections(&sections)
            }
            payload = payload.dropFirst(Int(pointer))
            (buffer, isCollecting) = (Array(payload), true)
        } else {
            guard isCollecting else { return [] }
            buffer += payload
        }
        takeSections(&sections)
        return sections
    }

    mutating func finishSegment() { (buffer, isCollecting, counter) = ([], false, nil) }

    private mutating func takeSections(_ sections: inout [[UInt8]]) {
        var start = 0
        while start < buffer.count {
            // Stuffing follows until the next unit start.
            guard buffer[start] != 0xFF else {
                (buffer, isCollecting) = ([], false)
                return
            }
            guard buffer.count - start >= 3 else { break }
            let length = 3 + (Int(buffer[start + 1] & 0x0F) << 8 | Int(buffer[start + 2]))
            guard length <= Self.largest, buffer.count - start >= length else { break }
            let section = Array(buffer[start..<start + length])
            if length >= 12, CRC32MPEG.checksum(section[...]) == 0 { sections.append(section) }
            start += length
        }
        if start > 0 { buffer.removeFirst(start) }
    }
}

/// The checksum of sections (ISO/IEC 13818-1, annex A). The result over a section with its checksum is 0.
enum CRC32MPEG {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in
            value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
        }
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { $0 << 8 ^ table[Int($0 >> 24 ^ UInt32($1))] }
    }
}
