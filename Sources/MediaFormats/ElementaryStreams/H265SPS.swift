/// The video size in an H.265 sequence parameter set (ISO/IEC 23008-2, 7.3.2.2).
package struct H265SPS: Sendable, Equatable {
    /// The size in pixels after cropping.
    package var width: Int
    package var height: Int

    /// Parses a NAL unit with its header; nil when it is damaged.
    package init?(_ unit: ArraySlice<UInt8>) {
        guard unit.count > 6 else { return nil }
        var bits = BitReader(unit.dropFirst(2).prefix(4096), skippingEmulationPrevention: true)
        bits.skip(4)
        let sublayers = bits.int(3)
        bits.skip(1)
        Self.skipProfileTierLevel(&bits, sublayers: sublayers)
        _ = bits.ue()
        let chroma = bits.ue()
        let separatePlanes = chroma == 3 ? bits.flag() : false
        let (codedWidth, codedHeight) = (bits.ue(), bits.ue())
        var crop = (left: 0, right: 0, top: 0, bottom: 0)
        if bits.flag() { crop = (bits.ue(), bits.ue(), bits.ue(), bits.ue()) }
        guard !bits.isExhausted, chroma <= 3, codedWidth <= 65_535, codedHeight <= 65_535 else { return nil }
        let array = separatePlanes ? 0 : chroma
        width = codedWidth - (crop.left + crop.right) * (array == 1 || array == 2 ? 2 : 1)
        height = codedHeight - (crop.top + crop.bottom) * (array == 1 ? 2 : 1)
        guard width > 0, height > 0 else { return nil }
    }

    /// Skips profile_tier_level (7.3.3).
    private static func skipProfileTierLevel(_ bits: inout BitReader, sublayers: Int) {
        bits.skip(88 + 8)
        guard sublayers > 0 else { return }
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<sublayers { present.append((bits.flag(), bits.flag())) }
        bits.skip(2 * (8 - sublayers))
        for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    }
}
