/// Reads the encoder padding from the LAME tag in the silent first frame of an MP3 stream. libavformat writes
/// the tag too (“MP3 Info Tag rev 1”, gabriel.mp3-tech.org/mp3infotag.html).
package enum LAMETag {
    /// The delay of an MPEG audio layer 3 decoder in samples.
    private static let decoderDelay = 529
    /// The number of bytes at the beginning that contain the tag, if there is one.
    package static let reach = 4096
    /// The maximum size of trailing tags in bytes. More data is audio that the tag does not count.
    private static let longestTail = 1 << 18

    /// The padding; nil when there is no tag, or not enough data.
    ///
    /// - Parameter length: the length of the stream in bytes, if known. If the tag covers much less, its
    ///   frame count is ignored.
    package static func read(_ head: [UInt8], length: Int?) -> EncoderPadding? {
        for start in head.indices where head[start] == 0xFF {
            if let frame = Frame(head[start...]) { return frame.padding(length: length.map { $0 - start }) }
        }
        return nil
    }

    /// The counts in the tag at the beginning of a file; nil without a tag or without counts.
    static func counts(_ head: some Sequence<UInt8>) -> (rate: Int, size: Int, frames: Int, bytes: Int)? {
        let frame = Frame(ArraySlice(head))
        guard let frame, let counts = frame.counts else { return nil }
        return (frame.rate, frame.size, counts.frames, counts.bytes)
    }

    /// Removes the tag from the head of a stream if the tag covers only the first of several files. Returns
    /// the changed head and the padding; nil in all other cases.
    ///
    /// mpegaudioparse (1.22.0) takes the length of the first file for that of the whole, and seeks only in
    /// that range.
    package static func hide(_ head: [UInt8], length: Int?, isJoined: Bool) -> (
        head: [UInt8], padding: EncoderPadding
    )? {
        guard let frame = Frame(head[...]), let said = frame.padding(length: nil),
            isJoined || frame.isShort(of: length)
        else { return nil }
        var changed = head
        let name = frame.tag.rest.startIndex - 4
        changed.replaceSubrange(name..<name + 4, with: [0, 0, 0, 0])
        // The frame of the tag is then decoded too.
        let padding = EncoderPadding(rate: frame.rate, delay: said.delay + frame.size, total: nil)
        return padding.map { (changed, $0) }
    }

    /// The first frame of a stream, up to its tag.
    private struct Frame {
        let rate: Int
        /// The number of samples in a frame.
        let size: Int
        var tag: ByteCursor

        /// The numbers of frames and bytes that the tag declares.
        var counts: (frames: Int, bytes: Int)? {
            var tag = tag
            guard let flags = tag.integer(bytes: 4), flags & 3 == 3, let frames = tag.integer(bytes: 4),
                let bytes = tag.integer(bytes: 4), frames > 0, bytes > 0
            else { return nil }
            return (frames, bytes)
        }

        /// Whether the stream has much more data than the tag counts.
        func isShort(of length: Int?) -> Bool {
            guard let length, let counts else { return false }
            return length - counts.bytes > LAMETag.longestTail
        }

        init?(_ bytes: ArraySlice<UInt8>) {
            var piece = ByteCursor(bytes)
            guard let header = piece.take(4).map(Array.init), header[1] & 0xE6 == 0xE2 else { return nil }
            let (version, index) = (header[1] >> 3 & 3, Int(header[2] >> 2 & 3))
            guard version != 1, index < 3, header[2] >> 4 != 15 else { return nil }
            rate = [44100, 48000, 32000][index] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
            size = version == 3 ? 1152 : 576
            let isMono = header[3] >> 6 == 3
            let side = version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
            guard piece.take(side) != nil, let name = piece.take(4),
                name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8)
            else { return nil }
            tag = piece
        }

        func padding(length: Int?) -> EncoderPadding? {
            var tag = tag
            guard let flags = tag.integer(bytes: 4) else { return nil }
            var frames = flags & 1 != 0 ? tag.integer(bytes: 4) : nil
            if flags & 2 != 0, tag.take(4) == nil { return nil }
            if flags & 4 != 0, tag.take(100) == nil { return nil }
            if flags & 8 != 0, tag.take(4) == nil { return nil }
            guard let name = tag.take(9), LAMETag.writers.contains(where: { name.starts(with: $0.utf8) }),
                tag.take(12) != nil, let both = tag.integer(bytes: 3), both > 0
            else { return nil }
            if isShort(of: length) { frames = nil }
            let (before, after) = (both >> 12, both & 0xFFF)
            return EncoderPadding(
                rate: rate, delay: before + LAMETag.decoderDelay,
                isCutByParser: name.starts(with: LAMETag.ownWriter.utf8),
                total: frames.map { $0 * size - before - after })
        }
    }

    /// mpegaudioparse (1.22.0) removes the padding itself only after this writer.
    private static let ownWriter = "LAME"
    private static let writers = ["LAME", "Lavc", "Lavf", "L3.9", "GOGO"]
}
