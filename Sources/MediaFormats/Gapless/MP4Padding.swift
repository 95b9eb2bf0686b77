/// What an MP4 file says of its sound: in `iTunSMPB`, or else in the edit list of its track (ISO/IEC 14496-12, 8.6.6).
///
/// qtdemux (1.22.0) cuts off in milliseconds where a movie counts in them, and ends before the last frame where the edit list begins with the
/// encoder's delay. Therefore it is not to see the list of what is trimmed by us.
package struct MP4Padding {
    package let padding: EncoderPadding
    /// The movie box as the demuxer is to see it.
    package let movie: [UInt8]

    /// More of a movie box is not read.
    package static let largestMovie = 1 << 24

    /// Nil for what has pictures or several tracks of sound (see ``MP4MultiTrackPadding``), fragments or an edit list that does more than leave out the
    /// beginning and the end: these are left to the demuxer.
    package init?(movie: [UInt8]) {
        let bytes = movie.reader
        let whole = MP4File.Box(type: "moov", start: 8, end: movie.count)
        let parts = MP4File.boxes(in: whole, bytes)
        guard !parts.contains(where: { $0.type == "mvex" }),
            let header = parts.first(where: { $0.type == "mvhd" })
        else { return nil }
        let tracks = parts.filter { $0.type == "trak" }.map { MP4AudioTrack(of: $0, bytes) }
        let sounds = tracks.filter { $0.handler == "soun" }
        guard sounds.count == 1, let track = sounds.first, !tracks.contains(where: { $0.handler == "vide" }),
            let clock = MP4Timescale(header, bytes), let ownClock = track.clock, track.length > 0,
            track.isTrimmed
        else { return nil }
        let found =
            ITunesPadding(in: parts, bytes).flatMap { track.padding($0, ownClock) }
            ?? track.edit.flatMap { track.padding($0, ownClock, clock) }
        guard let found else { return nil }
        padding = found
        var changed = movie
        guard let length = clock.units(Double(track.length) / Double(ownClock.scale)),
            track.hideEdits(in: &changed)
        else { return nil }
        clock.lengthen(to: length + 1, in: &changed)
        self.movie = changed
    }
}
