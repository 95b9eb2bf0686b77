/// Parses supplemental enhancement information (ISO/IEC 14496-10, 7.3.2.3).
enum SEI {
    /// The types of up to 32 messages in a payload without its NAL unit header.
    static func types(_ payload: ArraySlice<UInt8>) -> [Int] {
        var types: [Int] = []
        var bits = BitReader(payload.prefix(65_536), skippingEmulationPrevention: true)
        while types.count < 32, !bits.isExhausted {
            let type = value(&bits)
            let size = value(&bits)
            guard !bits.isExhausted else { break }
            types.append(type)
            bits.skip(size * 8)
            if bits.byteIndex + 1 >= payload.endIndex { break }
        }
        return types
    }

    private static func value(_ bits: inout BitReader) -> Int {
        var sum = 0
        while !bits.isExhausted {
            let byte = bits.int(8)
            sum += byte
            if byte != 255 { break }
        }
        return sum
    }
}
