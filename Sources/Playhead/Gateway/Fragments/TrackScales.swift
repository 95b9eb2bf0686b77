/// How many units of time there are to a second in the tracks of an MP4, by their numbers.
struct TrackScales: Sendable, Equatable {
    private var scales: [UInt64: Int] = [:]

    /// Reads what is inside a movie box; nil where no track says how it counts.
    init?(movie: [UInt8]) {
        let bytes = movie.reader
        for track in MP4Chapters.boxes(in: movie.content, bytes) where track.type == "trak" {
            let parts = MP4Chapters.boxes(in: track, bytes)
            guard let header = parts.first(where: { $0.type == "tkhd" }),
                let media = parts.first(where: { $0.type == "mdia" }),
                let clock = MP4Chapters.boxes(in: media, bytes).first(where: { $0.type == "mdhd" })
                    .flatMap({ MP4Clock($0, bytes) })
            else { continue }
            var piece = BytePiece(bytes(header.start, header.count(upTo: 24)))
            let isLong = piece.number(bytes: 1) == 1
            guard piece.take(isLong ? 19 : 11) != nil, let number = piece.number(bytes: 4) else { continue }
            scales[number] = clock.scale
        }
        if scales.isEmpty { return nil }
    }

    /// Each track with its units, in the order of their numbers.
    var all: [(track: UInt64, scale: Int)] { scales.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// Whether a track of a movie has no unit of time to count in: nothing in it is ever due.
    static func isUncountable(movie: [UInt8]) -> Bool {
        let bytes = movie.reader
        return MP4Chapters.boxes(in: movie.content, bytes).filter { $0.type == "trak" }.contains { track in
            guard let media = MP4Chapters.boxes(in: track, bytes).first(where: { $0.type == "mdia" }),
                let header = MP4Chapters.boxes(in: media, bytes).first(where: { $0.type == "mdhd" })
            else { return false }
            var piece = BytePiece(bytes(header.start, header.count(upTo: 36)))
            let isLong = piece.number(bytes: 1) == 1
            return piece.take(isLong ? 19 : 11) != nil && piece.integer(bytes: 4) == 0
        }
    }

    subscript(track: UInt64) -> Int? { scales[track] }
}
