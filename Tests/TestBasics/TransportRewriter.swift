/// Changes times and PIDs in the packets of a transport stream.
package enum TransportRewriter {
    private static let length = 188

    /// Adds ticks of 90 kHz to all clock references and timestamps, modulo 2^33.
    package static func shift(_ bytes: [UInt8], by ticks: Int64) -> [UInt8] {
        var bytes = bytes
        for start in stride(from: 0, to: bytes.count - length + 1, by: length) {
            var payload = start + 4
            if bytes[start + 3] & 0x20 != 0 {
                let field = Int(bytes[start + 4])
                if field >= 7, bytes[start + 5] & 0x10 != 0 { shiftReference(&bytes, start + 6, ticks) }
                payload += 1 + field
            }
            let isStart = bytes[start + 1] & 0x40 != 0 && bytes[start + 3] & 0x10 != 0
            guard isStart, payload + 19 <= start + length,
                bytes[payload..<payload + 3].elementsEqual([0, 0, 1])
            else { continue }
            if bytes[payload + 7] & 0x80 != 0 { shiftStamp(&bytes, payload + 9, ticks) }
            if bytes[payload + 7] & 0x40 != 0 { shiftStamp(&bytes, payload + 14, ticks) }
        }
        return bytes
    }

    private static func shiftReference(_ bytes: inout [UInt8], _ index: Int, _ ticks: Int64) {
        let base = bytes[index..<index + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1
        let value = UInt64(bitPattern: (base | Int64(bytes[index + 4] >> 7)) &+ ticks) & 0x1_FFFF_FFFF
        for place in 0..<4 { bytes[index + place] = UInt8(value >> (25 - 8 * place) & 0xFF) }
        bytes[index + 4] = bytes[index + 4] & 0x7F | UInt8(value & 1) << 7
    }

    private static func shiftStamp(_ bytes: inout [UInt8], _ index: Int, _ ticks: Int64) {
        let high = Int64(bytes[index] >> 1 & 7) << 30
        let middle = Int64(bytes[index + 1]) << 22 | Int64(bytes[index + 2] >> 1) << 15
        let old = high | middle | Int64(bytes[index + 3]) << 7 | Int64(bytes[index + 4] >> 1)
        let value = UInt64(bitPattern: old &+ ticks) & 0x1_FFFF_FFFF
        bytes[index] = bytes[index] & 0xF0 | UInt8(value >> 30) << 1 | 1
        bytes[index + 1] = UInt8(value >> 22 & 0xFF)
        bytes[index + 2] = UInt8(value >> 15 & 0x7F) << 1 | 1
        bytes[index + 3] = UInt8(value >> 7 & 0xFF)
        bytes[index + 4] = UInt8(value & 0x7F) << 1 | 1
    }
}
