/// Parses chapters in Vorbis comments: `CHAPTER001=00:01:02.500` and `CHAPTER001NAME=…`.
package enum ChapterComments {
    package static func chapters(in comments: [String]) -> [ChapterEntry] {
        var starts: [String: Duration] = [:]
        var names: [String: String] = [:]
        for comment in comments {
            let parts = comment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = parts[0].uppercased()
            guard parts.count == 2, key.hasPrefix("CHAPTER") else { continue }
            let rest = key.dropFirst("CHAPTER".count)
            let number = rest.prefix { $0.isNumber }
            guard !number.isEmpty else { continue }
            switch rest.dropFirst(number.count) {
            case "": starts[String(number)] = time(parts[1])
            case "NAME": names[String(number)] = String(parts[1])
            default: continue
            }
        }
        return starts.map { ChapterEntry(title: names[$0.key], start: $0.value) }.sorted {
            $0.start < $1.start
        }
    }

    /// Parses `hh:mm:ss.fff`.
    private static func time(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
            hours >= 0, hours < 1e5, (0..<60).contains(minutes), (0..<60).contains(seconds)
        else { return nil }
        return .milliseconds(Int64((((hours * 60 + minutes) * 60 + seconds) * 1000).rounded()))
    }
}

/// Parses a chapter in an ID3v2 frame (“ID3v2 Chapter Frame Addendum”, 3.1).
package enum ID3Chapter {
    /// The chapter in a frame with its header; nil for other frames.
    package static func chapter(in frame: [UInt8]) -> ChapterEntry? {
        var piece = ByteCursor(frame)
        guard let name = piece.take(4), name.elementsEqual("CHAP".utf8), let size = piece.take(4),
            piece.take(2) != nil
        else { return nil }
        // The encoding of sizes depends on the ID3 version, which is unknown here. The matching one of two is
        // used.
        let isPlain = plain(size) == piece.rest.count || synchsafe(size) != piece.rest.count
        guard let end = piece.rest.firstIndex(of: 0), piece.take(end - piece.rest.startIndex + 1) != nil,
            let start = piece.integer(bytes: 4), let stop = piece.integer(bytes: 4), piece.take(8) != nil
        else { return nil }
        return ChapterEntry(
            title: title(in: &piece, isPlain: isPlain), start: .milliseconds(start),
            end: stop > start && stop < 0xFFFF_FFFF ? .milliseconds(stop) : nil)
    }

    private static func title(in piece: inout ByteCursor, isPlain: Bool) -> String? {
        while let name = piece.take(4), let size = piece.take(4), piece.take(2) != nil,
            let body = piece.take(isPlain ? plain(size) : synchsafe(size))
        {
            if name.elementsEqual("TIT2".utf8) { return text(body) }
        }
        return nil
    }

    private static func plain(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }

    /// A string after its encoding byte (ID3v2.4.0, 4).
    private static func text(_ body: ArraySlice<UInt8>) -> String? {
        guard let encoding = body.first else { return nil }
        let bytes = body.dropFirst()
        let text =
            switch encoding {
            case 0: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            case 1, 2: utf16(Array(bytes), isLittleByDefault: false)
            default: String(decoding: bytes, as: UTF8.self)
            }
        let trimmed = text.prefix { $0 != "\0" }
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// Decodes UTF-16 with or without a byte order mark.
    static func utf16(_ bytes: [UInt8], isLittleByDefault: Bool) -> String {
        let mark = bytes.prefix(2)
        let isLittle =
            mark.elementsEqual([0xFF, 0xFE]) || (isLittleByDefault && !mark.elementsEqual([0xFE, 0xFF]))
        let isMarked = isLittle && mark.elementsEqual([0xFF, 0xFE]) || mark.elementsEqual([0xFE, 0xFF])
        let body = isMarked ? Array(bytes.dropFirst(2)) : bytes
        let units = stride(from: 0, to: body.count - 1, by: 2).map { at in
            let (first, second) = (UInt16(body[at]), UInt16(body[at + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }
}
