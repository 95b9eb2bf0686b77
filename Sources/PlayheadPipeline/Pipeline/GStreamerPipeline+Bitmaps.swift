internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The bitmap subtitles of a load.
struct Bitmaps: Sendable {
    /// The drawing of the shown format. Nil if it is not requested, or not possible.
    var drawing: BitmapDrawing?
    /// The plug-in that is not installed.
    var missing: String?
    /// The tracks with a warning already. A warning is not repeated.
    var told: Set<Track.ID> = []
    /// The reader of subtitles that began before the target of a seek.
    var reading: SubtitleExtractor?
}

extension GStreamerPipeline {
    /// Prepares drawing before the video streams are linked: for the format of the shown track, or else for
    /// the first format.
    func prepareBitmaps(_ streams: [DecodedStreams.Stream], shown: Track.ID?) {
        guard configuration.drawsSubtitles, streams.contains(where: { $0.kind == .video }) else { return }
        let shownFirst = streams.filter { $0.track == shown } + streams
        let factory = shownFirst.lazy.compactMap { BitmapDrawing.factory(for: $0.pad.mediaType) }.first
        guard let factory else { return }
        let drawing = BitmapDrawing(factory)
        drawing?.show(shown)
        bitmaps.withLock { $0 = Bitmaps(drawing: drawing, missing: drawing == nil ? factory : nil) }
    }

    /// Links the bitmap subtitle streams to the elements that draw them. Other formats are drained.
    func linkBitmaps(_ streams: [DecodedStreams.Stream], in pipeline: Element) {
        let found = streams.filter { BitmapDrawing.factory(for: $0.pad.mediaType) != nil }
        let drawing = bitmaps.withLock(\.drawing)
        let isLinked = drawing.map { drawing in
            branches.contains { $0.elements.contains { $0 === drawing.elements[0] } }
        }
        let drawn = found.filter { stream in
            isLinked == true && BitmapDrawing.factory(for: stream.pad.mediaType) == drawing?.factory
        }
        drawing?.take(drawn.compactMap { stream in stream.track.map { (stream.pad, $0) } }, in: pipeline)
        for stream in found where !(stream.track.map { drawing?.draws($0) ?? false } ?? false) {
            // The sink must not hold any of its buffers.
            stream.pad.passData { false }
            drain(stream.pad, in: pipeline)
        }
    }

    /// Draws the shown track, or warns if it cannot be drawn.
    func showBitmaps(of track: Track.ID?, isAsked: Bool) {
        let drawing = bitmaps.withLock(\.drawing)
        drawing?.show(track)
        guard isAsked, let track = tracks.all.first(where: { $0.id == track }), !track.hasText,
            !(drawing?.draws(track.id) ?? false)
        else { return }
        let (isNew, missing) = bitmaps.withLock { ($0.told.insert(track.id).inserted, $0.missing) }
        guard isNew else { return }
        let name = track.codec.map { "\(track.id) (\($0))" } ?? "\(track.id)"
        var warning = PlayerWarning(
            "The subtitles \(name) are pictures and have no text: they can only be drawn",
            hint: "have them drawn into the window: --subtitles draw")
        if let missing {
            warning = PlayerWarning(
                "The subtitles \(name) cannot be drawn: the plug-in \(missing) is not installed",
                hint: DebianPackage.hint(element: missing))
        } else if configuration.drawsSubtitles {
            warning = PlayerWarning("The subtitles \(name) are pictures that cannot be drawn here")
        }
        report(.warning(warning))
    }

    /// Whether the caller asked for the shown subtitle track, by name or by language.
    var asksForSubtitles: Bool {
        if case .track = request.tracks.subtitles { return true }
        return !request.tracks.preferences.subtitleLanguages.isEmpty
    }

    /// The kinds of tracks that change with a seek only. Drawn bitmaps stay until a flush, so bitmap
    /// subtitles need one.
    var bitmapsNeedSeek: [Track.Kind] { bitmaps.withLock { $0.drawing == nil ? [] : [.subtitles] } }
}
