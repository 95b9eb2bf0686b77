internal import PlayheadSystem

/// The movie box that the demuxer gets, for an MP4 or QuickTime file with a track that is much shorter than the
/// movie.
///
/// qtdemux (1.22.0) takes a track that is declared shorter than a fifth of the movie for a preview, and leaves
/// it out. So the declared length of such a track is raised. Its samples and its edit list stay.
package enum MP4ShortTracks {
    /// Nil if no track is that short.
    package static func lengthened(movie: [UInt8]) -> [UInt8]? {
        let bytes = movie.reader
        let whole = MP4File.Box(type: "moov", start: 8, end: movie.count)
        let parts = MP4File.boxes(in: whole, bytes)
        guard let clock = parts.first(where: { $0.type == "mvhd" }).flatMap({ MP4Timescale($0, bytes) }),
            let length = Int(exactly: clock.length), length > 0, length < 1 << 40
        else { return nil }
        var changed = movie
        for track in parts where track.type == "trak" {
            let media = MP4File.boxes(in: track, bytes).first { $0.type == "mdia" }
            guard
                let header = media.flatMap({ MP4File.boxes(in: $0, bytes).first { $0.type == "mdhd" } }),
                let own = MP4Timescale(header, bytes), own.length > 0,
                let least = own.units(Double(length) / Double(clock.scale) / 5)
            else { continue }
            own.lengthen(to: least + 1, in: &changed)
        }
        return changed == movie ? nil : changed
    }
}
