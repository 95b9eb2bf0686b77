internal import GStreamer
internal import Synchronization

/// Lays subtitles that are pictures over the pictures of a load, in front of their output. Of the formats that one plug-in knows, one
/// track at a time.
final class BitmapDrawing: Sendable {
    /// The plug-in that draws a format; nil for what is no picture of text.
    static func factory(for mediaType: String?) -> String? {
        switch mediaType {
        case "subpicture/x-dvb": "dvbsuboverlay"
        case "subpicture/x-dvd", "subpicture/x-pgs": "dvdspu"
        default: nil
        }
    }

    let factory: String
    /// What pictures pass through, in this order.
    let elements: [Element]
    private let overlay: Element
    private let funnel: Element
    private let shown = Mutex<Track.ID?>(nil)
    private let drawn = Mutex<Set<Track.ID>>([])

    /// Nil where a plug-in is not installed.
    init?(_ factory: String) {
        guard let convert = Element.make("videoconvert"), let overlay = Element.make(factory),
            let funnel = Element.make("funnel")
        else { return nil }
        self.factory = factory
        self.overlay = overlay
        self.funnel = funnel
        elements = [convert, overlay]
    }

    /// Takes in the subtitles of these tracks; the elements are in the pipeline already.
    func take(_ tracks: [(pad: Pad, track: Track.ID)], in pipeline: Element) {
        pipeline.add(funnel)
        let entry = overlay.pad("subpicture") ?? overlay.pad("text_sink")
        if let entry { funnel.pad("src")?.link(to: entry) }
        funnel.syncStateWithParent()
        for (pad, track) in tracks {
            pad.passData { [weak self] in self?.shown.withLock { $0 == track } ?? false }
            if factory == "dvbsuboverlay" { pad.rewrite(DVBRepair.widened) }
            if let entry = funnel.requestPad("sink_%u"), pad.link(to: entry) {
                _ = drawn.withLock { $0.insert(track) }
            }
        }
    }

    /// What comes from now on is drawn if it is of this track. What is drawn already stays to its end, or to the next seek.
    func show(_ track: Track.ID?) { shown.withLock { $0 = track } }

    /// Whether a track can be drawn.
    func draws(_ track: Track.ID) -> Bool { drawn.withLock { $0.contains(track) } }
}
