/// Reads bits, the most significant first. After the end it returns zeros and sets `isExhausted`.
struct BitReader {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var bit = 0
    private var zeros = 0
    private let skipsEmulationPrevention: Bool
    private(set) var isExhausted = false

    /// Reads plain bytes, or the payload of a NAL unit without its emulation prevention bytes (ISO/IEC
    /// 14496-10, 7.4.1).
    init(_ bytes: ArraySlice<UInt8>, skippingEmulationPrevention: Bool = false) {
        self.bytes = bytes
        index = bytes.startIndex
        skipsEmulationPrevention = skippingEmulationPrevention
    }

    /// The index of the next byte of which no bit was read.
    var byteIndex: Int { bit == 0 ? index : index + 1 }

    mutating func flag() -> Bool { bits(1) != 0 }

    /// Reads up to 64 bits.
    mutating func bits(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        var left = count
        while left > 0 {
            if bit == 0 { skipEmulationPrevention() }
            guard index < bytes.endIndex else {
                isExhausted = true
                return left >= 64 ? 0 : value << UInt64(left)
            }
            let taken = min(left, 8 - bit)
            let part = (Int(bytes[index]) >> (8 - bit - taken)) & ((1 << taken) - 1)
            value = value << UInt64(taken) | UInt64(part)
            bit += taken
            left -= taken
            if bit == 8 { advance() }
        }
        return value
    }

    mutating func int(_ count: Int) -> Int { Int(truncatingIfNeeded: bits(min(count, 32))) }

    mutating func skip(_ count: Int) {
        var left = count
        while left > 0, !isExhausted {
            _ = bits(min(left, 64))
            left -= 64
        }
    }

    /// Reads an unsigned Exp-Golomb code. A code of more than 32 bits counts as the end.
    mutating func ue() -> Int {
        var leading = 0
        while !flag() {
            leading += 1
            guard leading <= 32, !isExhausted else {
                isExhausted = true
                return 0
            }
        }
        return (1 << leading) - 1 + Int(truncatingIfNeeded: bits(leading))
    }

    /// Reads a signed Exp-Golomb code.
    mutating func se() -> Int {
        let code = ue()
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }

    private mutating func advance() {
        zeros = bytes[index] == 0 ? zeros + 1 : 0
        index += 1
        bit = 0
    }

    private mutating func skipEmulationPrevention() {
        guard skipsEmulationPrevention, zeros >= 2, index < bytes.endIndex, bytes[index] == 3 else { return }
        zeros = 0
        index += 1
    }
}
