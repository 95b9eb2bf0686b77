internal import GStreamer
internal import PlayheadCore
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
    private let drawn = Mutex<[Track.ID: Pad]>([:])
    private let past = Mutex(Past())

    /// What was drawn before a seek, and is to be drawn again behind it.
    private struct Past: Sendable {
        var bitmaps: PastBitmaps?
        /// Whether what comes next begins somewhere else.
        var isOwed = false
        /// Where it begins, in the time of its buffers: what lies before it has been given.
        var paidUntil: Duration?
    }

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
        if let entry {
            entry.takeWithoutDescriptions()
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
        // Pictures may come sooner than what is drawn into them.
        (overlay.pad("video") ?? overlay.pad("video_sink"))?.watch { [weak self] passage in
            if case .segment(let segment) = passage { self?.giveAgain(segment) }
        }
    }

    /// Has this drawn again behind the next seek, as far as it is still due there.
    func keep(_ bitmaps: PastBitmaps?) { past.withLock { $0.bitmaps = bitmaps } }

    /// Whether what is kept is enough for a seek to a position that needs this.
    func keeps(_ part: Range<Duration>) -> Bool {
        past.withLock { past in
            past.bitmaps.map {
                $0.part.lowerBound <= part.lowerBound && $0.part.upperBound >= part.upperBound
            }
                ?? false
        }
    }

    /// What began before a seek comes first, whichever stream goes on first. On the streaming thread of either.
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

    /// What comes from now on is drawn if it is of this track. What is drawn already stays to its end, or to the next seek.
    func show(_ track: Track.ID?) { shown.withLock { $0 = track } }

    /// Whether a track can be drawn.
    func draws(_ track: Track.ID) -> Bool { drawn.withLock { $0[track] != nil } }

    /// Whether one is drawn now.
    var isDrawing: Bool { shown.withLock(\.self).map(draws) ?? false }
}
