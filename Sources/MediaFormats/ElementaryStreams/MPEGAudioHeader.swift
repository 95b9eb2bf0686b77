/// The header of an MPEG audio frame (ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-3; MPEG-2.5). Free-format
/// frames are not supported.
package struct MPEGAudioHeader: Sendable, Equatable {
    package var layer: Int
    package var sampleRate: Int
    package var channels: Int
    package var length: Int
    package var samples: Int
    /// 1 for MPEG-1, 2 for MPEG-2 and MPEG-2.5.
    package var version: Int

    private static let rates = [44_100, 48_000, 32_000]
    /// The bit rates in kbit/s of MPEG-1 layers I to III, MPEG-2 layer I, and MPEG-2 layers II and III.
    private static let kilobits: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Nil when the four bytes are not a header.
    package init?(_ bytes: [UInt8], at index: Int) {
        guard index >= 0, bytes.count - index >= 4 else { return nil }
        guard bytes[index] == 0xFF, bytes[index + 1] & 0xE0 == 0xE0 else { return nil }
        let (b1, b2, b3) = (Int(bytes[index + 1]), Int(bytes[index + 2]), Int(bytes[index + 3]))
        let (id, layerCode, bitrate, rate) = (b1 >> 3 & 3, b1 >> 1 & 3, b2 >> 4, b2 >> 2 & 3)
        guard id != 1, layerCode != 0, bitrate > 0, bitrate < 15, rate < 3, b3 & 3 != 2 else { return nil }
        layer = 4 - layerCode
        version = id == 3 ? 1 : 2
        sampleRate = Self.rates[rate] >> (id == 3 ? 0 : id == 2 ? 1 : 2)
        channels = b3 >> 6 == 3 ? 1 : 2
        let row = version == 1 ? layer - 1 : layer == 1 ? 3 : 4
        let bits = Self.kilobits[row][bitrate] * 1000
        let padding = b2 >> 1 & 1
        samples = layer == 1 ? 384 : layer == 3 && version == 2 ? 576 : 1152
        length =
            layer == 1 ? (12 * bits / sampleRate + padding) * 4 : samples / 8 * bits / sampleRate + padding
        guard length > 4 else { return nil }
    }

    static func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        let available = bytes.count - index
        guard available >= 2 else { return available == 1 && bytes[index] != 0xFF ? .invalid : .incomplete }
        guard bytes[index] == 0xFF, bytes[index + 1] & 0xE0 == 0xE0 else { return .invalid }
        guard available >= 4 else { return .incomplete }
        guard let header = MPEGAudioHeader(bytes, at: index) else { return .invalid }
        var frame = AudioFrame(
            length: header.length, samples: header.samples, sampleRate: header.sampleRate,
            channels: header.channels, codec: header.layer == 3 ? .mp3 : .mp2)
        frame.signature = UInt32(header.layer << 24 | header.sampleRate)
        return .frame(frame)
    }

    /// Whether the frame is the information frame of an encoder (Xing, Info), which holds no audio.
    static func isInformation(_ bytes: [UInt8], at index: Int) -> Bool {
        guard let header = MPEGAudioHeader(bytes, at: index), header.layer == 3 else { return false }
        let side = header.version == 1 ? (header.channels == 1 ? 17 : 32) : (header.channels == 1 ? 9 : 17)
        let start = index + 4 + side
        guard bytes.count - start >= 4 else { return false }
        let name = bytes[start..<start + 4]
        return name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8)
    }
}
