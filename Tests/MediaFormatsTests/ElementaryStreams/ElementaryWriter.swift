@testable import TestBasics

/// Writes bits, the most significant first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func put(_ value: Int, _ bits: Int) {
        for bit in stride(from: bits - 1, through: 0, by: -1) {
            if count % 8 == 0 { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
            count += 1
        }
    }

    mutating func ue(_ value: Int) {
        let length = (value + 1).bitWidth - (value + 1).leadingZeroBitCount
        put(value + 1, 2 * length - 1)
    }
}

/// Pieces of elementary streams.
enum Elementary {
    static let code: [UInt8] = [0, 0, 0, 1]
    static let delimiter: [UInt8] = code + [0x09, 0xF0]
    static let pictureParameters: [UInt8] = code + [0x68, 0xEB, 0xE3, 0xCB]
    static let recoveryPoint: [UInt8] = code + [0x06, 0x06, 0x01, 0xC4, 0x80]

    /// A sequence parameter set of H.264 with the main profile and 4 bits of frame_num.
    static func sequence(
        columns: Int = 20, rows: Int = 12, cropBottom: Int = 6, interlaced: Bool = false
    ) -> [UInt8] {
        var bits = BitWriter()
        bits.put(77, 8)
        bits.put(0, 8)
        bits.put(30, 8)
        for value in [0, 0, 2, 1] { bits.ue(value) }
        bits.put(0, 1)
        bits.ue(columns - 1)
        bits.ue(rows - 1)
        bits.put(interlaced ? 0b00 : 0b1, interlaced ? 2 : 1)
        bits.put(1, 1)
        bits.put(cropBottom > 0 ? 1 : 0, 1)
        if cropBottom > 0 { for value in [0, 0, 0, cropBottom] { bits.ue(value) } }
        bits.put(0b01, 2)
        return code + [0x67] + bits.bytes
    }

    /// A slice: `type` is 5 (P), 6 (B) or 7 (I).
    static func slice(
        _ type: Int, isIDR: Bool = false, first: Int = 0, field: (number: Int, isBottom: Bool)? = nil,
        size: Int = 300, start: [UInt8] = [0, 0, 1]
    ) -> [UInt8] {
        var bits = BitWriter()
        for value in [first, type, 0] { bits.ue(value) }
        bits.put(field?.number ?? 0, 4)
        if let field { bits.put(field.isBottom ? 3 : 2, 2) }
        bits.put(1, 4)
        return start + [isIDR ? 0x65 : 0x41] + bits.bytes + (0..<size).map { UInt8($0 % 200 + 17) }
    }

    static func keyUnit(size: Int = 300) -> [UInt8] {
        delimiter + sequence() + pictureParameters + slice(7, isIDR: true, size: size)
    }

    static func unit(_ type: Int = 5, size: Int = 300) -> [UInt8] { delimiter + slice(type, size: size) }

    static func adts(_ size: Int = 100, frequency: Int = 3, channels: Int = 2) -> [UInt8] {
        let header: [UInt8] = [
            0xFF, 0xF1, UInt8(0x40 | frequency << 2 | channels >> 2),
            UInt8((channels & 3) << 6 | size >> 11), UInt8(size >> 3 & 0xFF), UInt8((size & 7) << 5 | 0x1F),
            0xFC,
        ]
        return header + [UInt8](repeating: 0x21, count: size - 7)
    }

    /// MPEG-1 layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes.
    static let mp3: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0x11, count: 413)

    /// 5.1 channels, 48 kHz, 384 kbit/s: 1536 bytes.
    static let ac3: [UInt8] =
        [0x0B, 0x77, 0, 0, 0x1C, 0x40, 0xE1, 0] + [UInt8](repeating: 0x22, count: 1528)

    /// A frame of E-AC-3 of 2 × (words + 1) bytes with six blocks at 48 kHz, 2.0.
    static func eac3(type: Int = 0, substream: Int = 0, words: Int = 63) -> [UInt8] {
        var bits = BitWriter()
        for (value, count) in [
            (type, 2), (substream, 3), (words, 11), (0, 2), (3, 2), (2, 3), (0, 1), (16, 5),
        ] {
            bits.put(value, count)
        }
        let start = [0x0B, 0x77] + bits.bytes
        return start + [UInt8](repeating: 0x23, count: 2 * (words + 1) - start.count)
    }
}

/// A generator with a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
