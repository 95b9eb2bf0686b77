/// The control header of Opus packets in transport streams, and the identification header for decoders.
///
/// The first is in a draft of ETSI TS 103 491, "Opus in MPEG-2 TS", and the second in RFC 7845, 5.1.
enum OpusControlHeader {
    static func frame(in bytes: [UInt8], at index: Int) -> AudioFrameResult {
        let available = bytes.count - index
        guard available >= 2 else { return available == 1 && bytes[index] != 0x7F ? .invalid : .incomplete }
        guard bytes[index] == 0x7F, bytes[index + 1] & 0xE0 == 0xE0 else { return .invalid }
        let flags = bytes[index + 1]
        var (next, size, trim) = (index + 2, 0, 0)
        while true {
            guard next < bytes.count else { return .incomplete }
            guard size <= 65_535 else { return .invalid }
            size += Int(bytes[next])
            next += 1
            if bytes[next - 1] != 0xFF { break }
        }
        if flags & 0x10 != 0 { next += 2 }
        if flags & 0x08 != 0 {
            guard next + 1 < bytes.count else { return .incomplete }
            trim = Int(bytes[next] & 0x1F) << 8 | Int(bytes[next + 1])
            next += 2
        }
        if flags & 0x04 != 0 {
            guard next < bytes.count else { return .incomplete }
            next += 1 + Int(bytes[next])
        }
        guard next < bytes.count else { return .incomplete }
        guard size > 0 else { return .invalid }
        let second = next + 1 < bytes.count ? bytes[next + 1] : nil
        if second == nil, size > 1 { return .incomplete }
        var frame = AudioFrame(
            length: next - index + size, prefix: next - index,
            samples: samples(first: bytes[next], second: size > 1 ? second : nil), sampleRate: 48_000,
            channels: 0, codec: .opus)
        frame.endTrim = min(trim, frame.samples)
        return .frame(frame)
    }

    /// The number of samples of a packet at 48 kHz, from its first bytes (RFC 6716, 3.1 and 3.2).
    static func samples(first: UInt8, second: UInt8?) -> Int {
        let configuration = Int(first >> 3)
        let frame: Int
        switch configuration {
        case 0..<12: frame = [480, 960, 1920, 2880][configuration & 3]
        case 12..<16: frame = [480, 960][configuration & 1]
        default: frame = 120 << (configuration & 3)
        }
        switch first & 3 {
        case 0: return frame
        case 1, 2: return 2 * frame
        default: return min(Int((second ?? 0) & 0x3F) * frame, 5760)
        }
    }

    /// The identification header for a channel configuration code of the extension descriptor; nil for an
    /// unknown code.
    static func identification(channelCode code: Int) -> [UInt8]? {
        guard code >= 0, code <= 8 else { return nil }
        let channels = code == 0 ? 2 : code
        var header = Array("OpusHead".utf8) + [1, UInt8(channels), 0, 0, 0x80, 0xBB, 0, 0, 0, 0]
        guard code == 0 || code > 2 else { return header + [0] }
        let maps: [[UInt8]] = [
            [0, 1], [0], [0, 1], [0, 2, 1], [0, 1, 2, 3], [0, 4, 1, 2, 3], [0, 4, 1, 2, 3, 5],
            [0, 4, 1, 2, 3, 5, 6], [0, 6, 1, 2, 3, 4, 5, 7],
        ]
        let streams: [UInt8] = [1, 1, 1, 2, 2, 3, 4, 4, 5]
        let coupled: [UInt8] = [1, 0, 1, 1, 2, 2, 2, 3, 3]
        header += [code == 0 ? 255 : 1, streams[code], coupled[code]]
        return header + maps[code]
    }
}
