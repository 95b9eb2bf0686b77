internal import GStreamer
internal import Synchronization

/// The way from a decoded stream to the output that presents it, with a watch at its end: what passes there is what
/// was played.
final class SinkBranch: Sendable {
    struct Passed: Sendable {
        var segment: Segment?
        var seqnum: Seqnum?
        var wasFlushed = false
        var isAtEnd = false
        /// Whether the last of the stream has been presented too.
        var isDone = false
        var lastStart: Duration?
        /// How long after the beginning of the segment the first frame or sample starts.
        var delay: Duration?
    }

    let kind: PresentationMeter.Output
    let sink: Element
    /// From the first to the last, the sink included.
    let elements: [Element]
    let volume: Element?
    let crop: Element?
    private let passed = Mutex(Passed())
    let window = Mutex(Window())

    init(kind: PresentationMeter.Output, elements: [Element], volume: Element? = nil, crop: Element? = nil) {
        self.kind = kind
        self.elements = elements
        self.volume = volume
        self.crop = crop
        sink = elements[elements.count - 1]
    }

    /// A branch for pictures; nil when an element of it is missing.
    static func video(_ output: OutputChoice.Video) -> SinkBranch? {
        switch output {
        case .fake: return fake(.video)
        case .window:
            guard let convert = Element.make("videoconvert"), let crop = Element.make("aspectratiocrop"),
                let sink = Element.make("glimagesink")
            else { return nil }
            return SinkBranch(kind: .video, elements: [convert, crop, sink], crop: crop)
        }
    }

    /// A branch for sound; nil when an element of it is missing.
    static func audio(_ output: OutputChoice.Audio) -> SinkBranch? {
        switch output {
        case .fake: return fake(.audio)
        case .device(let factory):
            guard let convert = Element.make("audioconvert"), let resample = Element.make("audioresample"),
                let volume = Element.make("volume"), let sink = Element.make(factory)
            else { return nil }
            return SinkBranch(kind: .audio, elements: [convert, resample, volume, sink], volume: volume)
        }
    }

    /// Times like a real output and presents nothing; takes any format, so that nothing is converted for it.
    private static func fake(_ kind: PresentationMeter.Output) -> SinkBranch? {
        guard let sink = Element.make("fakesink") else { return nil }
        sink.set("sync", true)
        sink.set("qos", false)
        sink.set("enable-last-sample", false)
        return SinkBranch(kind: kind, elements: [sink])
    }

    /// Whether the output can be opened: a real one is, at once (`READY`).
    var opens: Bool { elements.count == 1 || sink.setState(.ready) != .failed }

    /// Whether the frame that the sink holds while paused is shown.
    func showsFirstFrame(_ shows: Bool) {
        if kind == .video, sink.has("show-preroll-frame") { sink.set("show-preroll-frame", shows) }
    }

    /// Adds the branch to a pipeline and links it to a decoded stream; watches, if asked to, when everything has been presented.
    func attach(to pipeline: Element, from pad: Pad, watchingDone: Bool) -> Bool {
        for element in elements { pipeline.add(element) }
        if watchingDone { watchDone() }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return false
        }
        guard let entry = elements.first?.pad("sink") else { return false }
        for element in elements.reversed() { element.syncStateWithParent() }
        return pad.link(to: entry)
    }

    /// Counts what reaches the sink; `onEnd` is called when the end of the stream does.
    func watch(_ meter: PresentationMeter, onEnd: @escaping @Sendable () -> Void) {
        sink.pad("sink")?.watch { [weak self] passage in
            self?.count(passage, meter: meter, onEnd: onEnd)
        }
    }

    /// Whether the end of the stream has reached the sink.
    var isAtEnd: Bool { passed.withLock(\.isAtEnd) }

    /// Whether everything has been presented; known where that is watched.
    var isDone: Bool { passed.withLock(\.isDone) }

    private func watchDone() {
        sink.onEndPosted { [weak self] in self?.passed.withLock { $0.isDone = true } }
    }

    /// Which seek what reaches the sink comes from.
    var seqnum: Seqnum? { passed.withLock(\.seqnum) }

    /// How long after the target of the last jump what is presented starts; nil while nothing has come.
    var delay: Duration? { passed.withLock(\.delay) }

    /// When a media time is due, in running time.
    func runningTime(of position: Duration) -> Duration? {
        passed.withLock { $0.segment?.runningTime(ofStreamTime: position) }
    }

    private func count(_ passage: Pad.Passage, meter: PresentationMeter, onEnd: () -> Void) {
        switch passage {
        case .segment(let segment):
            guard segment.isTime else { return }
            let jumped = passed.withLock { passed in
                passed.segment = segment
                (passed.lastStart, passed.delay) = (nil, nil)
                defer { passed.wasFlushed = false }
                return passed.wasFlushed
            }
            if jumped, let start = segment.start { meter.jump(to: start, on: kind) }
        case .flush(let seqnum):
            passed.withLock {
                $0.seqnum = seqnum
                $0.wasFlushed = true
                $0.isAtEnd = false
                $0.isDone = false
            }
        case .endOfStream:
            passed.withLock { $0.isAtEnd = true }
            onEnd()
        case .gap, .format: break
        case .buffer(let start, let duration):
            guard let start, let span = passed.withLock({ $0.span(start: start, duration: duration) }) else {
                return
            }
            meter.present(span, on: kind)
        }
    }
}

extension SinkBranch.Passed {
    /// The media time that a buffer covers. One that does not say how long it lasts lasts as long as the one
    /// before did.
    mutating func span(start: Duration, duration: Duration?) -> Range<Duration>? {
        defer { lastStart = start }
        guard let segment else { return nil }
        if lastStart == nil { delay = start - segment.lowerBound }
        let guess = lastStart.map { max(start - $0, .zero) } ?? .zero
        return segment.presented(start: start, duration: duration ?? min(guess, .seconds(1)))
    }
}
