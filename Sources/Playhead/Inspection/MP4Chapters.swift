internal import GStreamer

/// Reads the chapters of an MP4, M4B or QuickTime file, which GStreamer 1.22 leaves out: Nero's list (`chpl`), or else the track of
/// texts that another track names as its chapters (QuickTime). Only the boxes that lead there are read, and nothing is trusted.
enum MP4Chapters {
    /// More than this is not read of one table, of one title, and of the boxes in a box.
    static let largestTable = 1 << 20
    private static let longestTitle = 4096
    private static let mostBoxes = 1024
    private static let mostChapters = 10000

    static func read(_ bytes: ByteReader) -> [ChapterEntry] {
        guard let movie = boxes(from: 0, to: .max, bytes).first(where: { $0.type == "moov" }) else {
            return []
        }
        let parts = boxes(in: movie, bytes)
        let texts = textTrack(parts.filter { $0.type == "trak" }, bytes)
        return texts.isEmpty ? list(among: parts, bytes) : texts
    }

    /// The same of a movie box alone. The texts of a track lie elsewhere: without a list the chapters have no titles.
    static func read(movie: [UInt8]) -> [ChapterEntry] {
        let bytes = movie.reader
        let parts = boxes(in: Box(type: "moov", start: 8, end: movie.count), bytes)
        let listed = list(among: parts, bytes)
        let texts = textTrack(parts.filter { $0.type == "trak" }, bytes)
        guard listed.isEmpty || texts.count == listed.count else { return listed }
        return texts.enumerated().map { place, text in
            entry(text.start, text.end, listed.isEmpty ? nil : listed[place].title)
        }
    }

    private static func list(among parts: [Box], _ bytes: ByteReader) -> [ChapterEntry] {
        let lists = parts.filter { $0.type == "udta" }.flatMap { boxes(in: $0, bytes) }
        return lists.first { $0.type == "chpl" }.map { list(bytes($0.start, $0.count(upTo: largestTable))) }
            ?? []
    }

    /// Nero's list: starts in units of 100 ns, titles of one byte's length.
    private static func list(_ table: [UInt8]) -> [ChapterEntry] {
        var piece = BytePiece(table)
        guard let version = piece.number(bytes: 1), piece.take(version == 1 ? 7 : 3) != nil,
            let count = piece.integer(bytes: 1)
        else { return [] }
        var chapters: [ChapterEntry] = []
        while chapters.count < count, let start = piece.integer(bytes: 8),
            let length = piece.integer(bytes: 1),
            let title = piece.take(length), start < Int.max / 100
        {
            chapters.append(entry(.nanoseconds(start * 100), nil, text(title)))
        }
        return chapters
    }

    /// The texts of the track that others name.
    private static func textTrack(_ tracks: [Box], _ bytes: ByteReader) -> [ChapterEntry] {
        let opened = tracks.map { boxes(in: $0, bytes) }
        var wanted: Set<Int> = []
        for boxes in opened {
            let references = boxes.filter { $0.type == "tref" }.flatMap { self.boxes(in: $0, bytes) }
            for reference in references where reference.type == "chap" {
                var piece = BytePiece(bytes(reference.start, reference.count(upTo: 64)))
                while let id = piece.integer(bytes: 4) { wanted.insert(id) }
            }
        }
        for boxes in opened where wanted.contains(trackID(boxes, bytes)) {
            let samples = MP4Samples(of: boxes, bytes)
            let chapters = samples.entries.prefix(mostChapters).map { sample in
                entry(sample.start, sample.end, title(bytes(sample.offset, min(sample.size, longestTitle))))
            }
            // Pictures may stand beside chapters, in a track that is named too.
            if samples.isText, !chapters.isEmpty { return chapters }
        }
        return []
    }

    /// Which number a track has in its movie; 0 where that is not said.
    static func trackID(_ boxes: [Box], _ bytes: ByteReader) -> Int {
        guard let header = boxes.first(where: { $0.type == "tkhd" }) else { return 0 }
        var piece = BytePiece(bytes(header.start, 24))
        let isLong = piece.number(bytes: 1) == 1
        _ = piece.take(isLong ? 19 : 11)
        return piece.integer(bytes: 4) ?? 0
    }

    /// A text with its length in front, of two bytes.
    private static func title(_ sample: [UInt8]) -> String? {
        var piece = BytePiece(sample)
        guard let length = piece.integer(bytes: 2) else { return nil }
        return text(piece.take(min(length, piece.rest.count)) ?? [])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let text =
            isWide
            ? ID3Chapter.utf16(Array(bytes), isLittleByDefault: false)
            : String(decoding: bytes, as: UTF8.self)
        let whole = text.prefix { $0 != "\0" }
        return whole.isEmpty ? nil : String(whole)
    }

    private static func entry(_ start: Duration, _ end: Duration?, _ title: String?) -> ChapterEntry {
        ChapterEntry(title: title, start: start, end: end)
    }

    /// A box of a file (ISO/IEC 14496-12, 4.2), and where its content stands.
    struct Box {
        var type: String
        var start: Int
        var end: Int

        func count(upTo limit: Int) -> Int { min(end - start, limit) }
    }

    static func boxes(in box: Box, _ bytes: ByteReader) -> [Box] {
        boxes(from: box.start, to: box.end, bytes)
    }

    private static func boxes(from start: Int, to end: Int, _ bytes: ByteReader) -> [Box] {
        var (offset, found) = (start, [Box]())
        while offset <= end - 8, found.count < mostBoxes {
            var piece = BytePiece(bytes(offset, 16))
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
