/// The offsets and times of the samples of an MP4 track (ISO/IEC 14496-12, 8.6 and 8.7).
struct MP4Samples {
    struct Entry: Equatable {
        var start: Duration
        var end: Duration
        var offset: Int
        var size: Int
    }

    private(set) var entries: [Entry] = []
    /// Whether the track is a text track.
    private(set) var isText = false

    /// Reads the tables of a track from its child boxes.
    init(of track: [MP4File.Box], _ bytes: ByteReader) {
        guard let media = Self.box("mdia", track) else { return }
        let parts = MP4File.boxes(in: media, bytes)
        guard let header = Self.box("mdhd", parts), let info = Self.box("minf", parts),
            let table = Self.box("stbl", MP4File.boxes(in: info, bytes))
        else { return }
        if let handler = Self.box("hdlr", parts) {
            let kind = bytes(handler.start, 12).suffix(4)
            isText = kind.elementsEqual("text".utf8) || kind.elementsEqual("sbtl".utf8)
        }
        let tables = MP4File.boxes(in: table, bytes)
        func content(_ type: String) -> ByteCursor {
            ByteCursor(
                Self.box(type, tables).map { bytes($0.start, $0.count(upTo: MP4Chapters.largestTable)) } ?? []
            )
        }
        let scale = Self.timescale(bytes(header.start, 24))
        let sizes = Self.sizes(content("stsz"))
        guard scale > 0, !sizes.isEmpty else { return }
        let chunks = Self.offsets(content("stco"), bytes: 4) + Self.offsets(content("co64"), bytes: 8)
        let offsets = Self.places(chunks: chunks, runs: Self.runs(content("stsc")), sizes: sizes)
        var (time, lengths) = (0, Self.lengths(content("stts"), count: sizes.count).makeIterator())
        for (offset, size) in zip(offsets, sizes) {
            let length = lengths.next() ?? 0
            let (start, end) = (time, time + length)
            time = end
            entries.append(
                Entry(start: Self.time(start, scale), end: Self.time(end, scale), offset: offset, size: size))
        }
    }

    private static func box(_ type: String, _ boxes: [MP4File.Box]) -> MP4File.Box? {
        boxes.first { $0.type == type }
    }

    private static func time(_ units: Int, _ scale: Int) -> Duration {
        let (seconds, rest) = units.quotientAndRemainder(dividingBy: scale)
        return .seconds(seconds) + .nanoseconds(Int64(rest) * 1_000_000_000 / Int64(scale))
    }

    private static func timescale(_ header: [UInt8]) -> Int {
        var piece = ByteCursor(header)
        let isLong = piece.number(bytes: 1) == 1
        _ = piece.take(isLong ? 19 : 11)
        return piece.integer(bytes: 4) ?? 0
    }

    private static func sizes(_ table: ByteCursor) -> [Int] {
        var piece = table
        guard piece.take(4) != nil, let common = piece.integer(bytes: 4), let count = piece.integer(bytes: 4)
        else {
            return []
        }
        if common > 0 { return Array(repeating: common, count: min(count, 10000)) }
        return (0..<min(count, piece.rest.count / 4)).compactMap { _ in piece.integer(bytes: 4) }
    }

    private static func offsets(_ table: ByteCursor, bytes width: Int) -> [Int] {
        var piece = table
        guard piece.take(4) != nil, let count = piece.integer(bytes: 4) else { return [] }
        return (0..<min(count, piece.rest.count / width)).compactMap { _ in piece.integer(bytes: width) }
    }

    /// The number of samples per chunk, each with the first chunk that it applies to, counted from 1.
    private static func runs(_ table: ByteCursor) -> [(first: Int, samples: Int)] {
        var piece = table
        guard piece.take(4) != nil, let count = piece.integer(bytes: 4) else { return [] }
        return (0..<min(count, piece.rest.count / 12)).compactMap { _ in
            guard let first = piece.integer(bytes: 4), let samples = piece.integer(bytes: 4),
                piece.take(4) != nil
            else { return nil }
            return (first, samples)
        }
    }

    /// The duration of each sample.
    private static func lengths(_ table: ByteCursor, count: Int) -> [Int] {
        var (piece, lengths) = (table, [Int]())
        guard piece.take(8) != nil else { return [] }
        while lengths.count < count, let number = piece.integer(bytes: 4),
            let length = piece.integer(bytes: 4)
        {
            lengths += Array(repeating: length, count: min(number, count - lengths.count))
        }
        return lengths
    }

    private static func places(chunks: [Int], runs: [(first: Int, samples: Int)], sizes: [Int]) -> [Int] {
        var (places, run) = ([Int](), 0)
        for (index, chunk) in chunks.enumerated() where places.count < sizes.count {
            while run + 1 < runs.count, runs[run + 1].first <= index + 1 { run += 1 }
            var offset = chunk
            for _ in 0..<min(runs.isEmpty ? 1 : runs[run].samples, sizes.count - places.count) {
                places.append(offset)
                let (next, isBeyond) = offset.addingReportingOverflow(sizes[places.count - 1])
                offset = isBeyond ? .max : next
            }
        }
        return places
    }
}
