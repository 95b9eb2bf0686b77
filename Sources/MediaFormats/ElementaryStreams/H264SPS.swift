/// The fields of an H.264 sequence parameter set that a demuxer needs (ISO/IEC 14496-10, 7.3.2.1.1).
package struct H264SPS: Sendable, Equatable {
    /// The size in pixels after cropping.
    package var width: Int
    package var height: Int
    package var frameNumberBits: Int
    package var onlyFrames: Bool
    /// The number of bits of `pic_order_cnt_lsb`; nil for other kinds of picture order.
    package var pictureOrderBits: Int?
    package var separatePlanes = false
    /// The duration of a frame in nanoseconds; nil when it is not declared.
    package var frameDuration: Int64?

    private static let highProfiles: Set<Int> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]

    /// Parses a NAL unit with its header; nil when it is damaged.
    package init?(_ unit: ArraySlice<UInt8>) {
        guard unit.count > 4 else { return nil }
        var bits = BitReader(unit.dropFirst().prefix(4096), skippingEmulationPrevention: true)
        let profile = bits.int(8)
        bits.skip(16)
        _ = bits.ue()
        var chroma = 1
        if Self.highProfiles.contains(profile) {
            chroma = bits.ue()
            if chroma == 3 { separatePlanes = bits.flag() }
            _ = bits.ue()
            _ = bits.ue()
            bits.skip(1)
            if bits.flag() { Self.skipScalingLists(&bits, count: chroma == 3 ? 12 : 8) }
        }
        frameNumberBits = bits.ue() + 4
        pictureOrderBits = Self.readPictureOrder(&bits)
        _ = bits.ue()
        bits.skip(1)
        let (columns, rows) = (bits.ue() + 1, bits.ue() + 1)
        onlyFrames = bits.flag()
        if !onlyFrames { bits.skip(1) }
        bits.skip(1)
        var crop = (left: 0, right: 0, top: 0, bottom: 0)
        if bits.flag() { crop = (bits.ue(), bits.ue(), bits.ue(), bits.ue()) }
        guard !bits.isExhausted, frameNumberBits <= 16, chroma <= 3 else { return nil }
        guard columns <= 4096, rows <= 4096 else { return nil }
        let array = separatePlanes ? 0 : chroma
        let unitX = array == 1 || array == 2 ? 2 : 1
        let unitY = (array == 1 ? 2 : 1) * (onlyFrames ? 1 : 2)
        width = columns * 16 - (crop.left + crop.right) * unitX
        height = rows * 16 * (onlyFrames ? 1 : 2) - (crop.top + crop.bottom) * unitY
        guard width > 0, height > 0 else { return nil }
        frameDuration = Self.frameDuration(&bits)
    }

    private static func skipScalingLists(_ bits: inout BitReader, count: Int) {
        for list in 0..<count where bits.flag() {
            var (last, next) = (8, 8)
            for _ in 0..<(list < 6 ? 16 : 64) where next != 0 {
                next = (last &+ bits.se()) & 0xFF
                last = next == 0 ? last : next
            }
        }
    }

    private static func readPictureOrder(_ bits: inout BitReader) -> Int? {
        switch bits.ue() {
        case 0: return min(bits.ue() + 4, 16)
        case 1:
            bits.skip(1)
            _ = bits.se()
            _ = bits.se()
            for _ in 0..<min(bits.ue(), 255) { _ = bits.se() }
        default: break
        }
        return nil
    }

    /// The timing of the video usability information (E.1.1), in which a tick is a field.
    private static func frameDuration(_ bits: inout BitReader) -> Int64? {
        guard bits.flag() else { return nil }
        if bits.flag(), bits.int(8) == 255 { bits.skip(32) }
        if bits.flag() { bits.skip(1) }
        if bits.flag() {
            bits.skip(4)
            if bits.flag() { bits.skip(24) }
        }
        if bits.flag() {
            _ = bits.ue()
            _ = bits.ue()
        }
        guard bits.flag() else { return nil }
        let (units, scale) = (bits.int(32), bits.int(32))
        guard !bits.isExhausted, units > 0, scale > 0 else { return nil }
        let duration = Ticks.nanoseconds(Int64(units) * 2, timescale: Int64(scale))
        return duration > 0 && duration <= 10_000_000_000 ? duration : nil
    }
}
