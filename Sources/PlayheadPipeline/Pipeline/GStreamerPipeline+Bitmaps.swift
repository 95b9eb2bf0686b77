internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The subtitles of a load that are pictures.
struct Bitmaps: Sendable {
    /// What draws them, where that is asked for and can be done.
    var drawing: BitmapDrawing?
    /// The plug-in that is wanting.
    var missing: String?
    /// What was said of a track is not said again.
    var told: Set<Track.ID> = []
    /// What reads those that began before the target of a seek.
    var reading: SubtitleExtractor?
}

extension GStreamerPipeline {
    /// Prepares to draw, before pictures are linked: for the format of the track that is shown, or else of the first.
    func prepareBitmaps(_ streams: [DecodedStreams.Stream], shown: Track.ID?) {
        guard configuration.drawsSubtitles, streams.contains(where: { $0.kind == .video }) else { return }
        let shownFirst = streams.filter { $0.track == shown } + streams
        let factory = shownFirst.lazy.compactMap { BitmapDrawing.factory(for: $0.pad.mediaType) }.first
        guard let factory else { return }
        let drawing = BitmapDrawing(factory)
        drawing?.show(shown)
        bitmaps.withLock { $0 = Bitmaps(drawing: drawing, missing: drawing == nil ? factory : nil) }
    }

    /// Links them to what draws them; the others are taken in beside it.
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
            // Nothing of it is to be held by its sink.
            stream.pad.passData { false }
            drain(stream.pad, in: pipeline)
        }
    }

    /// Follows what is shown; says so where it cannot be.
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
                hint: DebianPackage.hint(DebianPackage.of(element: missing)))
        } else if configuration.drawsSubtitles {
            warning = PlayerWarning("The subtitles \(name) are pictures that cannot be drawn here")
        }
        report(.warning(warning))
    }

    /// Whether a person asked for the track of subtitles that is shown, by name or by language.
    var asksForSubtitles: Bool {
        if case .track = request.tracks.subtitles { return true }
        return !request.tracks.preferences.subtitleLanguages.isEmpty
    }

    /// What comes with a seek only: where subtitles are drawn that are pictures, what is drawn already goes with it.
    var bitmapsNeedSeek: [Track.Kind] { bitmaps.withLock { $0.drawing == nil ? [] : [.subtitles] } }
}
