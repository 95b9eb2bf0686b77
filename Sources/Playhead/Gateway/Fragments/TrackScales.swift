/// How many units of time there are to a second in the tracks of an MP4, by their numbers.
struct TrackScales: Sendable, Equatable {
    private var scales: [UInt64: Int] = [:]

    /// Reads what is inside a movie box; nil where no track says how it counts.
    init?(movie: [UInt8]) {
        let bytes = movie.reader
        for (parts, media) in Self.tracks(of: movie) {
            guard let header = parts.first(where: { $0.type == "tkhd" }), let clock = MP4Clock(media, bytes)
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
        tracks(of: movie).contains { MP4Clock.scale(of: $0.header, movie.reader) == 0 }
    }

    /// What is in each track, and the box in it that says how it counts.
    private static func tracks(of movie: [UInt8]) -> [(parts: [MP4Chapters.Box], header: MP4Chapters.Box)] {
        let bytes = movie.reader
        return MP4Chapters.boxes(in: movie.content, bytes).filter { $0.type == "trak" }.compactMap { track in
            let parts = MP4Chapters.boxes(in: track, bytes)
            let media = parts.first { $0.type == "mdia" }.map { MP4Chapters.boxes(in: $0, bytes) } ?? []
            return media.first { $0.type == "mdhd" }.map { (parts, $0) }
        }
    }

    subscript(track: UInt64) -> Int? { scales[track] }
}
