/// Parses ID3v2 tags (id3.org, ID3v2.4.0 structure, 3.1 and 4.27) and ID3v1 tags in an audio stream.
package enum TimestampTag {
    /// The type and length of a tag at an index of a buffer.
    enum Length: Equatable {
        case none
        /// More bytes are needed.
        case incomplete
        /// An ID3v2 tag of this length in bytes.
        case tag(Int)
        /// An ID3v1 tag of this length in bytes.
        case trailer(Int)
    }

    static func length(in bytes: [UInt8], at index: Int) -> Length {
        guard index >= 0, index < bytes.count else { return .incomplete }
        let available = bytes.count - index
        if bytes[index] == 0x54 {
            let name = bytes[index..<min(index + 3, bytes.count)]
            guard name.elementsEqual("TAG".utf8.prefix(available)) else { return .none }
            return available < 3 ? .incomplete : .trailer(128)
        }
        guard bytes[index..<min(index + 3, bytes.count)].elementsEqual("ID3".utf8.prefix(available)) else {
            return .none
        }
        guard available >= 10 else { return .incomplete }
        guard let size = syncSafe(bytes, at: index + 6), bytes[index + 3] < 0xFF else { return .none }
        let footer = bytes[index + 5] & 0x10 != 0 ? 10 : 0
        return .tag(10 + size + footer)
    }

    /// The contents of a tag: the timestamp of HTTP Live Streaming, and whether there are other frames.
    struct Contents: Equatable {
        /// The timestamp in ticks of 90 kHz, with 33 bits (RFC 8216, 3.4).
        var timestamp: Int64?
        var hasOtherFrames = false
    }

    static func contents(_ tag: [UInt8]) -> Contents {
        var contents = Contents()
        guard tag.count >= 10, let size = syncSafe(tag, at: 6) else { return contents }
        let version = tag[3]
        let end = min(10 + size, tag.count)
        var index = 10
        if tag[5] & 0x40 != 0, let extended = size32(tag, at: 10, syncSafe: version >= 4) {
            index += version >= 4 ? extended : extended + 4
        }
        while index + 10 <= end, tag[index] != 0 {
            guard let length = size32(tag, at: index + 4, syncSafe: version >= 4) else { break }
            let start = index + 10
            guard length <= end - start else { break }
            if let time = timestamp(tag[index..<index + 4], body: tag[start..<start + length]) {
                contents.timestamp = time
            } else {
                contents.hasOtherFrames = true
            }
            index = start + length
        }
        return contents
    }

    private static func timestamp(_ name: ArraySlice<UInt8>, body: ArraySlice<UInt8>) -> Int64? {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        guard name.elementsEqual("PRIV".utf8), body.count >= owner.count + 8, body.starts(with: owner) else {
            return nil
        }
        let value = body.dropFirst(owner.count).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(value & 0x1_FFFF_FFFF)
    }

    private static func size32(_ bytes: [UInt8], at index: Int, syncSafe safe: Bool) -> Int? {
        guard index + 4 <= bytes.count else { return nil }
        if safe, let size = syncSafe(bytes, at: index) { return size }
        return bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func syncSafe(_ bytes: [UInt8], at index: Int) -> Int? {
        guard index + 4 <= bytes.count else { return nil }
        var size = 0
        for byte in bytes[index..<index + 4] {
            guard byte < 0x80 else { return nil }
            size = size << 7 | Int(byte)
        }
        return size
    }
}
