/// What an MP4 file says of its sound: in `iTunSMPB`, or else in the edit list of its track (ISO/IEC 14496-12, 8.6.6).
///
/// qtdemux (1.22.0) cuts off in milliseconds where a movie counts in them, and ends before the last frame where the edit list begins with the
/// encoder's delay. Therefore it is not to see the list of what is trimmed by us.
struct MP4Padding {
    let padding: EncoderPadding
    /// The movie box as the demuxer is to see it.
    let movie: [UInt8]

    /// More of a movie box is not read.
    static let largestMovie = 1 << 24

    /// Nil for what has pictures, several tracks of sound, fragments or an edit list that does more than leave out the beginning and the end:
    /// all that is left to the demuxer.
    init?(movie: [UInt8]) {
        let bytes = movie.reader
        let whole = MP4Chapters.Box(type: "moov", start: 8, end: movie.count)
        let parts = MP4Chapters.boxes(in: whole, bytes)
        guard !parts.contains(where: { $0.type == "mvex" }),
            let header = parts.first(where: { $0.type == "mvhd" })
        else { return nil }
        let tracks = parts.filter { $0.type == "trak" }.map { MP4SoundTrack(of: $0, bytes) }
        let sounds = tracks.filter { $0.handler == "soun" }
        guard sounds.count == 1, let track = sounds.first, !tracks.contains(where: { $0.handler == "vide" }),
            let clock = MP4Clock(header, bytes), let ownClock = track.clock, track.length > 0,
            track.isTrimmed
        else { return nil }
        let found =
            ITunesPadding(in: parts, bytes).flatMap { track.padding($0, ownClock) }
            ?? track.edit.flatMap { track.padding($0, ownClock, clock) }
        guard let found else { return nil }
        padding = found
        var changed = movie
        if let edits = track.edits {
            let type = (edits.start - 4)..<edits.start
            guard movie[type].elementsEqual("edts".utf8) else { return nil }
            changed.replaceSubrange(type, with: "free".utf8)
        }
        // All that was coded is to come, down to the last sample.
        let length = Double(track.length) / Double(ownClock.scale)
        clock.lengthen(to: Int((length * Double(clock.scale)).rounded(.up)) + 1, in: &changed)
        ownClock.lengthen(to: track.length, in: &changed)
        self.movie = changed
    }
}

/// The units in which a movie or a track counts time, and how many of them it says that it lasts.
struct MP4Clock {
    let scale: Int
    private let duration: Range<Int>

    /// Reads a `mvhd` or `mdhd` box.
    init?(_ header: MP4Chapters.Box, _ bytes: ByteReader) {
        var piece = BytePiece(bytes(header.start, header.count(upTo: 36)))
        let isLong = piece.number(bytes: 1) == 1
        guard piece.take(isLong ? 19 : 11) != nil, let scale = piece.integer(bytes: 4), scale > 0,
            piece.take(isLong ? 8 : 4) != nil
        else { return nil }
        self.scale = scale
        let start = header.start + (isLong ? 24 : 16)
        duration = start..<start + (isLong ? 8 : 4)
    }

    /// Writes a length over a shorter one.
    func lengthen(to length: Int, in movie: inout [UInt8]) {
        let old = movie[duration].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let new = UInt64(exactly: length), new > old, duration.count == 8 || new < UInt32.max else {
            return
        }
        movie.replaceSubrange(
            duration,
            with: duration.indices.reversed().map {
                UInt8(truncatingIfNeeded: new >> (8 * ($0 - duration.lowerBound)))
            })
    }
}
