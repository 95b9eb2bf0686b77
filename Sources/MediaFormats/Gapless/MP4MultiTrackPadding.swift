/// The encoder padding of audio tracks in an MP4 or QuickTime file with several tracks.
package struct FilmPadding: Equatable, Sendable {
    /// The padding of the tracks that the player trims, by track ID.
    var tracks: [Int: EncoderPadding] = [:]
    /// The total duration.
    package var duration: Duration

    /// The maximum delay of an encoder beside video. While the player decodes the delay, the video waits.
    package static let longestDelay: Duration = .milliseconds(250)

    /// The padding of a stream, which qtdemux names by its track ID.
    package func padding(ofStream name: String?) -> EncoderPadding? {
        name?.split(separator: "/").last.flatMap { Int($0) }.flatMap { tracks[$0] }
    }
}

/// The movie box that the demuxer gets, for an MP4 or QuickTime file with audio and other tracks.
///
/// qtdemux (1.22.0) compares decode times, which include the media that an edit list skips, with the movie
/// length, which does not. It delivers no samples after that length. AAC loses its last frame. A video that
/// was cut without re-encoding loses as much audio as was cut off.
package struct MP4MultiTrackPadding {
    package private(set) var padding: FilmPadding
    package private(set) var movie: [UInt8]

    /// Nil for fragmented files, and for files without need of a change.
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

    /// Lengthens the movie to the last played end of its tracks. Returns false when qtdemux would then drop a
    /// track.
    private mutating func lengthen(_ clock: MP4Timescale, to tracks: [(end: Int?, length: Int?)]) -> Bool {
        let length = Int(clamping: clock.length)
        guard let last = tracks.compactMap(\.end).max(), last > length else { return true }
        // qtdemux drops a track that is shorter than a fifth of the movie.
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

/// The end of decoding that the edit list of a track requires.
private struct MP4PlayedPart {
    private let clock: MP4Timescale?
    /// Places are in units of the track, lengths in units of the movie.
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
            // An empty edit has the value -1.
            let isEmpty = place >> (8 * UInt64(width) - 1) == 1
            parts.append((isEmpty ? 0 : Int(clamping: place), length))
        }
    }

    private static let longestList = 1 << 14

    /// The last played decode time, relative to the first one of the track, and the length of the track. Both
    /// are in units of the movie, and nil when not declared.
    ///
    /// Reordered video frames are presented later by the duration that the edit list skips.
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
