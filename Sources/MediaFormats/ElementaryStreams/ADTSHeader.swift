/// The header of an ADTS frame (ISO/IEC 14496-3, 1.A.2.2).
package struct ADTSHeader: Sendable, Equatable {
    package var objectType: Int
    package var frequencyIndex: Int
    package var channelConfiguration: Int
    package var length: Int
    package var blocks: Int

    static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]

    /// Nil when the seven bytes are not a header.
    package init?(_ bytes: [UInt8], at index: Int) {
        guard index >= 0, bytes.count - index >= 7 else { return nil }
        guard bytes[index] == 0xFF, bytes[index + 1] & 0xF6 == 0xF0 else { return nil }
        let (b2, b3) = (Int(bytes[index + 2]), Int(bytes[index + 3]))
        objectType = b2 >> 6 + 1
        frequencyIndex = b2 >> 2 & 15
        channelConfiguration = (b2 & 1) << 2 | b3 >> 6
        length = (b3 & 3) << 11 | Int(bytes[index + 4]) << 3 | Int(bytes[index + 5]) >> 5
        blocks = Int(bytes[index + 6] & 3) + 1
        let header = bytes[index + 1] & 1 == 1 ? 7 : 9
        guard frequencyIndex < Self.sampleRates.count, length > header else { return nil }
    }

    /// The AudioSpecificConfig of two bytes (ISO/IEC 14496-3, 1.6.2.1).
    package var audioSpecificConfig: [UInt8] {
        let bits = objectType << 11 | frequencyIndex << 7 | channelConfiguration << 3
        return [UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
    }

    static func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        let available = bytes.count - index
        guard available >= 2 else { return available == 1 && bytes[index] != 0xFF ? .invalid : .incomplete }
        guard bytes[index] == 0xFF, bytes[index + 1] & 0xF6 == 0xF0 else { return .invalid }
        guard available >= 7 else { return .incomplete }
        guard let header = ADTSHeader(bytes, at: index) else { return .invalid }
        var frame = AudioFrame(
            length: header.length, samples: 1024 * header.blocks,
            sampleRate: sampleRates[header.frequencyIndex],
            channels: channelCounts[header.channelConfiguration], codec: .aac, framing: .adts)
        frame.configuration = header.audioSpecificConfig
        frame.signature = UInt32(header.objectType << 8 | header.frequencyIndex)
        return .frame(frame)
    }
}
