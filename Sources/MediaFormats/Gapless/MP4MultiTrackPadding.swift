/// What an MP4 or QuickTime file says of sound that has pictures, or other sound, beside it.
package struct FilmPadding: Equatable, Sendable {
    /// What an encoder put before and after it, by the numbers of the tracks; of those that are trimmed by us.
    var tracks: [Int: EncoderPadding] = [:]
    /// How long the whole is.
    package var duration: Duration

    /// What is left out beside pictures is decoded while these wait: more than this is no encoder's delay.
    package static let longestDelay: Duration = .milliseconds(250)

    /// What is said of a stream; qtdemux names it by the number of its track.
    package func padding(ofStream name: String?) -> EncoderPadding? {
        name?.split(separator: "/").last.flatMap { Int($0) }.flatMap { tracks[$0] }
    }
}

/// The movie box of an MP4 or QuickTime file as a demuxer is to see it, where sound in it has pictures or other sound beside it.
///
/// qtdemux (1.22.0) compares the time of decoding, which begins with what an edit list leaves out, with the length of the movie, which does not:
/// of what is decoded later than the movie is long it hands out nothing. Of AAC that is its last frame, of a film that was cut without being
/// coded anew as much of its sound as was cut off.
package struct MP4MultiTrackPadding {
    package private(set) var padding: FilmPadding
    package private(set) var movie: [UInt8]

    /// Nil for fragments, and for what is right as it is.
    package init?(movie: [UInt8]) {
        let bytes = movie.reader
        let whole = MP4File.Box(type: "moov", start: 8, end: movie.count)
        let parts = MP4File.boxes(in: whole, bytes)
        guard !parts.contains(where: { $0.type == "mvex" }),
            let clock = parts.first(where: { $0.type == "mvhd" }).flatMap({ MP4Timescale($0, bytes) }),
            let length = Int(exactly: clock.length), length > 0, length < 1 << 40
        else { return nil }
        padding = FilmPadding(duration: Self.time(length, of: clock))
        self.movie = movie
        let boxes = parts.filter { $0.type == "trak" }
        var lengths = boxes.map { MP4PlayedPart(of: $0, bytes).time(in: clock) }
        for (index, box) in boxes.enumerated() {
            let track = MP4AudioTrack(of: box, bytes)
            guard track.handler == "soun", track.isTrimmed, track.length > 0, let edit = track.edit,
                let ownClock = track.clock, let found = track.padding(edit, ownClock, clock),
                SampleGrid(rate: found.rate).time(of: found.delay) <= FilmPadding.longestDelay,
                padding.tracks[track.id] == nil,
                let end = clock.units(Double(found.delay + (found.total ?? 0)) / Double(found.rate)),
                track.hideEdits(in: &self.movie)
            else { continue }
            padding.tracks[track.id] = found
            lengths[index].end = end
        }
        guard lengthen(clock, to: lengths) else { return nil }
        if padding.tracks.isEmpty, self.movie == movie { return nil }
    }

    /// Makes the movie as long as any of its tracks is played up to; false where the demuxer would leave out another track for that.
    private mutating func lengthen(_ clock: MP4Timescale, to tracks: [(end: Int?, length: Int?)]) -> Bool {
        let length = Int(clamping: clock.length)
        guard let last = tracks.compactMap(\.end).max(), last > length else { return true }
        // What is shorter than a fifth of the movie it leaves out.
        let lengths = tracks.compactMap(\.length)
        guard lengths.allSatisfy({ $0 * 5 <= length || $0 * 5 > last + 1 }) else { return false }
        clock.lengthen(to: last + 1, in: &movie)
        return true
    }

    private static func time(_ length: Int, of clock: MP4Timescale) -> Duration {
        let (seconds, rest) = length.quotientAndRemainder(dividingBy: clock.scale)
        return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / clock.scale)
    }
}

/// Up to where a track is decoded for what its edit list plays.
private struct MP4PlayedPart {
    private let clock: MP4Timescale?
    /// Places in units of the track, lengths in units of the movie.
    private var parts: [(place: Int, length: Int)] = []

    init(of track: MP4File.Box, _ bytes: ByteReader) {
        let boxes = MP4File.boxes(in: track, bytes)
        func inside(_ type: String) -> [MP4File.Box] {
            boxes.first { $0.type == type }.map { MP4File.boxes(in: $0, bytes) } ?? []
        }
        clock = inside("mdia").first { $0.type == "mdhd" }.flatMap { MP4Timescale($0, bytes) }
        guard let list = inside("edts").first(where: { $0.type == "elst" }) else { return }
        var piece = ByteCursor(bytes(list.start, list.count(upTo: Self.longestList)))
        let width = piece.number(bytes: 1) == 1 ? 8 : 4
        guard piece.take(3) != nil, let count = piece.integer(bytes: 4) else { return }
        while parts.count < count, let length = piece.integer(bytes: width),
            let place = piece.number(bytes: width), piece.take(4) != nil
        {
            // An empty part says -1.
            let isEmpty = place >> (8 * UInt64(width) - 1) == 1
            parts.append((isEmpty ? 0 : Int(clamping: place), length))
        }
    }

    private static let longestList = 1 << 14

    /// When the last of that is decoded, counted from the first that the track holds, and how much this is, in units of the movie; nil for what
    /// is not said. Pictures that are shown in another order are shown later by what their list leaves out.
    func time(in movie: MP4Timescale) -> (end: Int?, length: Int?) {
        guard let clock else { return (nil, nil) }
        func units(_ count: Int) -> Int? { movie.units(Double(count) / Double(clock.scale)) }
        guard let length = units(Int(clamping: clock.length)) else { return (nil, nil) }
        let ends = parts.compactMap { part in
            units(part.place).map {
                min($0 + (part.length == 0 ? length : min(part.length, 1 << 40)), length)
            }
        }
        return (ends.max(), length)
    }
}
