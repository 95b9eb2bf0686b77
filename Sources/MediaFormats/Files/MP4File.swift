/// Reads the boxes of an MP4 file in place (ISO/IEC 14496-12, section 4.2).
package enum MP4File {
    /// The maximum number of boxes of one level.
    private static let mostBoxes = 1024

    /// A box of a file (ISO/IEC 14496-12, 4.2), with the range of its content.
    struct Box: Equatable, Sendable {
        var type: String
        var start: Int
        var end: Int

        func count(upTo limit: Int) -> Int { min(end - start, limit) }
    }

    static func boxes(in box: Box, _ bytes: ByteReader) -> [Box] {
        boxes(from: box.start, to: box.end, bytes)
    }

    static func boxes(from start: Int, to end: Int, _ bytes: ByteReader) -> [Box] {
        var (offset, found) = (start, [Box]())
        while offset <= end - 8, found.count < mostBoxes {
            var piece = ByteCursor(bytes(offset, 16))
            guard let short = piece.integer(bytes: 4), let type = piece.take(4) else { break }
            let long = short == 1 ? piece.integer(bytes: 8) : nil
            let header = long == nil ? 8 : 16
            let size = short == 0 ? end - offset : long ?? short
            guard size >= header, size <= end - offset else { break }
            found.append(
                Box(type: String(decoding: type, as: UTF8.self), start: offset + header, end: offset + size))
            offset += size
        }
        return found
    }
}
