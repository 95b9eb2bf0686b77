/// The header of a DTS core frame, or of an extension substream after one (ETSI TS 102 114, 5.3.1 and 7.4.1).
enum DTSHeader {
    private static let rates = [
        0, 8000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000, 96_000, 192_000,
    ]
    private static let channelCounts = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8]
    private static let core: [UInt8] = [0x7F, 0xFE, 0x80, 0x01]
    private static let substream: [UInt8] = [0x64, 0x58, 0x20, 0x25]

    static func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        let available = bytes.count - index
        let start = bytes[index..<min(index + 4, bytes.count)]
        if start.elementsEqual(core.prefix(available)) {
            return available < 12 ? .incomplete : coreFrame(bytes[(index + 4)..<(index + 12)])
        }
        if start.elementsEqual(substream.prefix(available)) {
            return available < 10 ? .incomplete : substreamFrame(bytes[(index + 4)..<(index + 10)])
        }
        return .invalid
    }

    private static func coreFrame(_ bytes: ArraySlice<UInt8>) -> AudioFrameResult {
        var bits = BitReader(bytes)
        bits.skip(1 + 5 + 1)
        let (blocks, size, mode, rate) = (bits.int(7) + 1, bits.int(14) + 1, bits.int(6), bits.int(4))
        bits.skip(5 + 5 + 3 + 1 + 1)
        let hasLowFrequency = (1...2).contains(bits.int(2))
        guard rates[rate] > 0, blocks >= 6, size >= 96 else { return .invalid }
        let channels = mode < channelCounts.count ? channelCounts[mode] + (hasLowFrequency ? 1 : 0) : 0
        var frame = AudioFrame(
            length: size, samples: blocks * 32, sampleRate: rates[rate], channels: channels, codec: .dts)
        frame.signature = UInt32(rates[rate])
        return .frame(frame)
    }

    private static func substreamFrame(_ bytes: ArraySlice<UInt8>) -> AudioFrameResult {
        var bits = BitReader(bytes)
        bits.skip(8 + 2)
        let isLong = bits.flag()
        bits.skip(isLong ? 12 : 8)
        let size = bits.int(isLong ? 20 : 16) + 1
        guard size > 10 else { return .invalid }
        var frame = AudioFrame(length: size, samples: 0, sampleRate: 0, channels: 0, codec: .dts)
        frame.isContinuation = true
        return .frame(frame)
    }
}
