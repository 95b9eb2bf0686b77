internal import PlayheadSystem

/// The encoder padding of an MP4 file with one audio track, from `iTunSMPB` or from the track's edit list
/// (ISO/IEC 14496-12, 8.6.6).
///
/// qtdemux (1.22.0) trims with the precision of the movie's time unit, often 1 ms. It also stops before the
/// last frame when the edit list skips the encoder delay. So the edit list is hidden when the player trims
/// the track.
package struct MP4Padding {
    package let padding: EncoderPadding
    /// The movie box that the demuxer gets.
    package let movie: [UInt8]

    /// The maximum size of a movie box in bytes.
    package static let largestMovie = 1 << 24

    /// Nil for files with video or several audio tracks (see ``MP4MultiTrackPadding``), and for fragmented
    /// files. Nil too for edit lists that do more than trim the beginning and the end. The demuxer handles
    /// these files alone.
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
        let edit = Workaround.mp4EditListRounding.isNeeded ? track.edit : nil
        let itunes = ITunesPadding(in: parts, bytes)
        let found =
            itunes.flatMap { track.padding($0, ownClock) }
            ?? edit.flatMap { track.padding($0, ownClock, clock) }
        guard let found else { return nil }
        padding = found
        var changed = movie
        guard let length = clock.units(Double(track.length) / Double(ownClock.scale)),
            track.hideEdits(in: &changed), itunes?.hide(in: &changed) != false
        else { return nil }
        clock.lengthen(to: length + 1, in: &changed)
        self.movie = changed
    }
}
