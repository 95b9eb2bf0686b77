/// A LOAS frame with its configuration (ISO/IEC 14496-3, 1.7.2 AudioSyncStream and 1.7.3).
enum LOASHeader {
    static func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        let available = bytes.count - index
        guard available >= 2 else { return available == 1 && bytes[index] != 0x56 ? .invalid : .incomplete }
        guard bytes[index] == 0x56, bytes[index + 1] & 0xE0 == 0xE0 else { return .invalid }
        guard available >= 3 else { return .incomplete }
        let length = Int(bytes[index + 1] & 0x1F) << 8 | Int(bytes[index + 2])
        guard length > 0 else { return .invalid }
        return .frame(
            AudioFrame(
                length: 3 + length, samples: 0, sampleRate: 0, channels: 0, codec: .aac, framing: .loas))
    }

    /// The StreamMuxConfig values of the first layer of the first program.
    struct Configuration: Equatable {
        var sampleRate = 0
        var channels = 0
        var samples = 0
    }

    /// Parses the StreamMuxConfig of an AudioMuxElement; nil when the previous one stays valid, or when it is
    /// unreadable.
    static func configuration(_ element: ArraySlice<UInt8>) -> Configuration? {
        var bits = BitReader(element)
        guard !bits.flag() else { return nil }
        let version = bits.flag()
        if version {
            guard !bits.flag() else { return nil }
            skipValue(&bits)
        }
        bits.skip(1)
        let subframes = bits.int(6) + 1
        bits.skip(4 + 3)
        if version { skipValue(&bits) }
        var type = objectType(&bits)
        let rate = frequency(&bits)
        let channels = bits.int(4)
        if type == 5 || type == 29 {
            _ = frequency(&bits)
            type = objectType(&bits)
        }
        let short = bits.flag()
        guard !bits.isExhausted, rate > 0 else { return nil }
        return Configuration(
            sampleRate: rate, channels: channels < 8 ? ADTSHeader.channelCounts[channels] : 0,
            samples: (short ? 960 : 1024) * subframes)
    }

    private static func objectType(_ bits: inout BitReader) -> Int {
        let type = bits.int(5)
        return type == 31 ? 32 + bits.int(6) : type
    }

    private static func frequency(_ bits: inout BitReader) -> Int {
        let index = bits.int(4)
        if index == 15 { return bits.int(24) }
        return index < ADTSHeader.sampleRates.count ? ADTSHeader.sampleRates[index] : 0
    }

    /// Skips a LatmGetValue (ISO/IEC 14496-3, 1.7.3.1).
    private static func skipValue(_ bits: inout BitReader) { bits.skip(8 * (bits.int(2) + 1)) }
}
