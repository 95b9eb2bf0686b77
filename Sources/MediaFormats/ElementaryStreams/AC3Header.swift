/// The header of an AC-3 or E-AC-3 syncframe (ETSI TS 102 366, 4.3 and E.1.2).
package struct AC3Header: Sendable, Equatable {
    package var isEnhanced: Bool
    package var sampleRate: Int
    package var channels: Int
    package var length: Int
    package var samples: Int
    /// Whether the frame belongs to the sample of the previous frame: a dependent substream, or an
    /// independent one other than the first.
    package var isContinuation: Bool

    private static let rates = [48_000, 44_100, 32_000]
    private static let channelCounts = [2, 1, 2, 3, 3, 4, 4, 5]
    private static let kilobits = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// Nil when the seven bytes are not a header.
    package init?(_ bytes: [UInt8], at index: Int) {
        guard index >= 0, bytes.count - index >= 7 else { return nil }
        guard bytes[index] == 0x0B, bytes[index + 1] == 0x77 else { return nil }
        var bits = BitReader(bytes[(index + 2)..<(index + 7)])
        let identification = Int(bytes[index + 5] >> 3)
        guard identification <= 16 else { return nil }
        isEnhanced = identification > 10
        if isEnhanced {
            let (type, substream) = (bits.int(2), bits.int(3))
            guard type != 3 else { return nil }
            length = (bits.int(11) + 1) * 2
            let (rate, blocks) = (bits.int(2), bits.int(2))
            guard rate < 3 || blocks < 3 else { return nil }
            sampleRate = rate < 3 ? Self.rates[rate] : Self.rates[blocks] / 2
            samples = 256 * (rate < 3 ? [1, 2, 3, 6][blocks] : 6)
            channels = Self.channelCounts[bits.int(3)] + bits.int(1)
            isContinuation = type == 1 || substream != 0
        } else {
            let (rate, size) = (Int(bytes[index + 4] >> 6), Int(bytes[index + 4] & 0x3F))
            guard rate < 3, size / 2 < Self.kilobits.count else { return nil }
            let kilobits = Self.kilobits[size / 2]
            let words =
                rate == 1 ? kilobits * 96_000 / 44_100 + size % 2 : kilobits * 96 / (rate == 0 ? 48 : 32)
            length = words * 2
            sampleRate = Self.rates[rate] >> max(0, identification - 8)
            samples = 1536
            bits = BitReader(bytes[(index + 6)..<min(index + 8, bytes.count)])
            let mode = bits.int(3)
            if mode & 1 != 0, mode != 1 { bits.skip(2) }
            if mode & 4 != 0 { bits.skip(2) }
            if mode == 2 { bits.skip(2) }
            channels = Self.channelCounts[mode] + bits.int(1)
            isContinuation = false
        }
        guard length > 7 else { return nil }
    }

    static func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        let available = bytes.count - index
        guard available >= 2 else { return available == 1 && bytes[index] != 0x0B ? .invalid : .incomplete }
        guard bytes[index] == 0x0B, bytes[index + 1] == 0x77 else { return .invalid }
        guard available >= 8 else { return .incomplete }
        guard let header = AC3Header(bytes, at: index) else { return .invalid }
        var frame = AudioFrame(
            length: header.length, samples: header.samples, sampleRate: header.sampleRate,
            channels: header.channels, codec: header.isEnhanced ? .eac3 : .ac3)
        frame.isContinuation = header.isContinuation
        frame.signature = UInt32(header.sampleRate)
        return .frame(frame)
    }
}
