/// The code in a video frame of a test pattern, which identifies the item and the frame.
///
/// A grid of bright and dark cells covers the frame. The first cell is always bright and the last one always
/// dark. Between them are the number of the item, the number of the frame, and a checksum of both.
package struct FrameCode: Sendable, Hashable {
    package static let columns = 8
    package static let rows = 6
    private static let numberBits = 22
    /// A mask that prevents frames with mostly dark or mostly bright cells.
    private static let pattern: UInt64 = 0x2AAA_5555_3333

    /// The item, 0 to 255.
    package var item: Int
    /// The frame number, 0 to about 4 million.
    package var number: Int

    package init(item: Int, number: Int) {
        self.item = item & 0xFF
        self.number = number & (1 << Self.numberBits - 1)
    }

    /// The cells row by row from the top; true is bright.
    package var cells: [Bool] {
        let content = UInt64(item) << Self.numberBits | UInt64(number)
        let word = (content << 16 | UInt64(Checksum.ofPicture(content))) ^ Self.pattern
        let bits = (0..<46).map { word >> (45 - $0) & 1 == 1 }
        return [true] + bits + [false]
    }

    /// Decodes cells; nil if the checksum is wrong.
    package init?(cells: [Bool]) {
        guard cells.count == Self.columns * Self.rows, cells[0], !cells[cells.count - 1] else { return nil }
        let word = cells[1..<47].reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) } ^ (Self.pattern & (1 << 46 - 1))
        let content = word >> 16
        guard UInt16(truncatingIfNeeded: word) == Checksum.ofPicture(content) else { return nil }
        self.init(
            item: Int(content >> UInt64(Self.numberBits)), number: Int(content & (1 << Self.numberBits - 1)))
    }
}

/// The checksums of the codes.
enum Checksum {
    /// CRC-16/CCITT of the lower 32 bits.
    static func ofPicture(_ content: UInt64) -> UInt16 {
        var sum: UInt16 = 0xFFFF
        for shift in stride(from: 24, through: 0, by: -8) {
            sum ^= UInt16(content >> UInt64(shift) & 0xFF) << 8
            for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
        }
        return sum
    }

    /// CRC-8 of the lower 24 bits, with the polynomial of AUTOSAR, 0x2F.
    static func ofSound(_ content: UInt32) -> UInt8 {
        var sum: UInt8 = 0xFF
        for shift in [UInt32(16), 8, 0] {
            sum ^= UInt8(content >> shift & 0xFF)
            for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 0x2F : sum << 1 }
        }
        return sum
    }
}
