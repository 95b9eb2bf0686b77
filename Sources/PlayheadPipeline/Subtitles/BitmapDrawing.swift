internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// Draws bitmap subtitles over the video frames of a load, in front of its output. It draws one track at a
/// time, and only formats of one plug-in.
final class BitmapDrawing: Sendable {
    /// The plug-in that draws a format. Nil if it is not a bitmap subtitle format.
    static func factory(for mediaType: String?) -> String? {
        switch mediaType {
        case "subpicture/x-dvb": "dvbsuboverlay"
        case "subpicture/x-dvd", "subpicture/x-pgs": "dvdspu"
        default: nil
        }
    }

    let factory: String
    /// The elements that video frames pass through, in this order.
    let elements: [Element]
    private let overlay: Element
    private let funnel: Element
    private let shown = Mutex<Track.ID?>(nil)
    private let drawn = Mutex<[Track.ID: Pad]>([:])
    private let past = Mutex(Past())

    /// The subtitles that were shown before a seek, and that must be drawn again behind it.
    private struct Past: Sendable {
        var bitmaps: PastBitmaps?
        /// Whether the next segment starts at another position.
        var isOwed = false
        /// The start of that segment, in buffer time. Subtitles before it have been drawn already.
        var paidUntil: Duration?
    }

    /// Nil if a plug-in is not installed.
    init?(_ factory: String) {
        guard let convert = Element.make("videoconvert"), let overlay = Element.make(factory),
            let funnel = Element.make("funnel")
        else { return nil }
        self.factory = factory
        self.overlay = overlay
        self.funnel = funnel
        elements = [convert, overlay]
    }

    /// Links the subtitle streams of these tracks. The elements must be in the pipeline.
    func take(_ tracks: [(pad: Pad, track: Track.ID)], in pipeline: Element) {
        pipeline.add(funnel)
        if let entry {
            entry.keepDescriptions()
            if factory == "dvbsuboverlay" { entry.takeByRunningTime() }
            funnel.pad("src")?.link(to: entry)
        }
        funnel.syncStateWithParent()
        for (pad, track) in tracks {
            pad.watch { [weak self] passage in
                if case .flush = passage { self?.past.withLock { $0.isOwed = true } }
                if case .segment(let segment) = passage { self?.giveAgain(segment) }
            }
            pad.passPieces { [weak self] start in self?.takes(track, at: start) ?? false }
            if factory == "dvbsuboverlay" { pad.rewrite(DVBSubtitleWorkaround.widened) }
            if let entry = funnel.requestPad("sink_%u"), pad.link(to: entry) {
                drawn.withLock { $0[track] = pad }
            }
        }
        // Video frames may arrive before the subtitles that are drawn into them.
        (overlay.pad("video") ?? overlay.pad("video_sink"))?.watch { [weak self] passage in
            if case .segment(let segment) = passage { self?.giveAgain(segment) }
        }
    }

    /// Keeps subtitles that are drawn again behind the next seek, if they are still due there.
    func keep(_ bitmaps: PastBitmaps?) { past.withLock { $0.bitmaps = bitmaps } }

    /// Whether the kept subtitles cover the range that a seek needs.
    func keeps(_ part: Range<Duration>) -> Bool {
        past.withLock { past in
            past.bitmaps.map {
                $0.part.lowerBound <= part.lowerBound && $0.part.upperBound >= part.upperBound
            }
                ?? false
        }
    }

    /// Passes the subtitles that began before a seek first, whichever stream continues first. Called on the
    /// streaming thread of either stream.
    private func giveAgain(_ segment: Segment) {
        let track = shown.withLock(\.self)
        past.withLock { past in
            guard past.isOwed, segment.isTime, segment.isForwards, let start = segment.start else { return }
            past.isOwed = false
            past.paidUntil = nil
            guard let track, let stream = drawn.withLock({ $0[track] }), let entry,
                let bitmaps = past.bitmaps, bitmaps.part.contains(start)
            else { return }
            let due = bitmaps.due(of: track, mediaType: stream.mediaType, at: start)
            entry.take(due, in: segment, of: stream)
            past.paidUntil = segment.lowerBound
        }
    }

    private func takes(_ track: Track.ID, at start: Duration?) -> Bool {
        guard shown.withLock({ $0 == track }) else { return false }
        guard let start, let paid = past.withLock(\.paidUntil) else { return true }
        return start >= paid
    }

    private var entry: Pad? { overlay.pad("subpicture") ?? overlay.pad("text_sink") }

    /// Draws subsequent subtitles of this track. A subtitle that is drawn already stays until its end, or
    /// until the next seek.
    func show(_ track: Track.ID?) { shown.withLock { $0 = track } }

    func draws(_ track: Track.ID) -> Bool { drawn.withLock { $0[track] != nil } }

    /// Whether the shown track is drawn by this object.
    var isDrawing: Bool { shown.withLock(\.self).map(draws) ?? false }
}
