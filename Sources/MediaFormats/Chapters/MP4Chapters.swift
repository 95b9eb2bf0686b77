/// Reads the chapters of an MP4, M4B or QuickTime file, which GStreamer 1.22 ignores.
///
/// The chapters are in Nero's list (`chpl`), or in a text track that another track refers to (QuickTime).
/// Only the boxes on the way there are read, and all values are validated.
package enum MP4Chapters {
    /// The maximum number of bytes read of one table, and of one title.
    static let largestTable = 1 << 20
    private static let longestTitle = 4096
    private static let mostChapters = 10000

    package static func read(_ bytes: ByteReader) -> [ChapterEntry] {
        guard let movie = MP4File.boxes(from: 0, to: .max, bytes).first(where: { $0.type == "moov" }) else {
            return []
        }
        let parts = MP4File.boxes(in: movie, bytes)
        let texts = textTrack(parts.filter { $0.type == "trak" }, bytes)
        return texts.isEmpty ? list(among: parts, bytes) : texts
    }

    /// Reads the chapters from the movie box alone. The titles of a text track are outside of it, so its
    /// chapters have no titles.
    package static func read(movie: [UInt8]) -> [ChapterEntry] {
        let bytes = movie.reader
        let parts = MP4File.boxes(in: MP4File.Box(type: "moov", start: 8, end: movie.count), bytes)
        let listed = list(among: parts, bytes)
        let texts = textTrack(parts.filter { $0.type == "trak" }, bytes)
        guard listed.isEmpty || texts.count == listed.count else { return listed }
        return texts.enumerated().map { place, text in
            entry(text.start, text.end, listed.isEmpty ? nil : listed[place].title)
        }
    }

    private static func list(among parts: [MP4File.Box], _ bytes: ByteReader) -> [ChapterEntry] {
        let lists = parts.filter { $0.type == "udta" }.flatMap { MP4File.boxes(in: $0, bytes) }
        return lists.first { $0.type == "chpl" }.map { list(bytes($0.start, $0.count(upTo: largestTable))) }
            ?? []
    }

    /// Reads Nero's list: starts in units of 100 ns, and titles with a length of one byte.
    private static func list(_ table: [UInt8]) -> [ChapterEntry] {
        var piece = ByteCursor(table)
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

    /// Reads the text track that other tracks refer to as chapters.
    private static func textTrack(_ tracks: [MP4File.Box], _ bytes: ByteReader) -> [ChapterEntry] {
        let opened = tracks.map { MP4File.boxes(in: $0, bytes) }
        var wanted: Set<Int> = []
        for boxes in opened {
            let references = boxes.filter { $0.type == "tref" }.flatMap { MP4File.boxes(in: $0, bytes) }
            for reference in references where reference.type == "chap" {
                var piece = ByteCursor(bytes(reference.start, reference.count(upTo: 64)))
                while let id = piece.integer(bytes: 4) { wanted.insert(id) }
            }
        }
        for boxes in opened where wanted.contains(trackID(boxes, bytes)) {
            let samples = MP4Samples(of: boxes, bytes)
            let chapters = samples.entries.prefix(mostChapters).map { sample in
                entry(sample.start, sample.end, title(bytes(sample.offset, min(sample.size, longestTitle))))
            }
            // The referenced tracks may include an image track beside the chapters.
            if samples.isText, !chapters.isEmpty { return chapters }
        }
        return []
    }

    /// The ID of a track in its movie; 0 when it is missing.
    static func trackID(_ boxes: [MP4File.Box], _ bytes: ByteReader) -> Int {
        guard let header = boxes.first(where: { $0.type == "tkhd" }) else { return 0 }
        var piece = ByteCursor(bytes(header.start, 24))
        let isLong = piece.number(bytes: 1) == 1
        _ = piece.take(isLong ? 19 : 11)
        return piece.integer(bytes: 4) ?? 0
    }

    /// A string after its length of two bytes.
    private static func title(_ sample: [UInt8]) -> String? {
        var piece = ByteCursor(sample)
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
}
