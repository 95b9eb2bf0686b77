internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The way from a decoded stream to the output that times it, with a watch at its beginning: nothing in it keeps what passes there from
/// being presented at once. What is presented goes on to a device, if there is one.
final class SinkBranch: Sendable {
    struct Passed: Sendable {
        var segment: Segment?
        var seqnum: Seqnum?
        var wasFlushed = false
        var isAtEnd = false
        /// Whether anything has come, if it is only that there is nothing for a while.
        var hasBegun = false
        /// How many ends of the stream have come.
        var ends = 0
        /// Whether the last of the stream has been presented too.
        var isDone = false
        var lastStart: Duration?
        /// How long after the beginning of the segment the first frame or sample starts.
        var delay: Duration?
        /// What came in last, which is what is held while nothing advances.
        var held: Held?
        var ledger: DecodeOrderLog?
        /// The decoded stream that is presented.
        var feed: ObjectIdentifier?
    }

    struct Held: Sendable {
        var frame: FrameStepper.Frame
        /// Whether it may have begun before: a decoder cuts off what lies before the target of a seek.
        var mayBeCut: Bool
        /// How long the last frame lasted that was not cut.
        var length: Duration?
    }

    let kind: PresentationMeter.Output
    let sink: Element
    /// From the first to the last, the sink included.
    let elements: [Element]
    /// Where what is presented goes.
    let sound: AudioFeed?
    let pictures: PictureFeed?
    let passed = Mutex(Passed())
    /// Whether what the output holds while nothing advances is not to be seen.
    let isHeldHidden = Atomic(false)
    let pitch = Mutex(Pitch())

    private init(
        _ kind: PresentationMeter.Output, _ elements: [Element], sound: AudioFeed? = nil,
        pictures: PictureFeed? = nil
    ) {
        self.kind = kind
        self.elements = elements
        self.sound = sound
        self.pictures = pictures
        sink = elements[elements.count - 1]
    }

    /// A branch for pictures, with what is laid over them; nil when an element of it is missing.
    static func video(to feed: PictureFeed? = nil, through overlays: [Element] = []) -> SinkBranch? {
        guard let sink = fake() else { return nil }
        guard let feed else { return SinkBranch(.video, overlays + [sink]) }
        guard let filter = Element.make("capsfilter") else { return nil }
        // Decoders are not to leave pictures where only they can read them.
        filter.set("caps", text: "video/x-raw")
        sink.set("qos", true)
        sink.set("max-lateness", int64: 20_000_000)
        return SinkBranch(.video, overlays + [filter, sink], pictures: feed)
    }

    /// A branch for sound; nil when an element of it is missing.
    static func audio(to feed: AudioFeed? = nil) -> SinkBranch? {
        guard let sink = fake() else { return nil }
        if feed != nil { sink.set("ts-offset", int64: -AudioDevice.lead.inNanoseconds) }
        return SinkBranch(.audio, [sink], sound: feed)
    }

    /// Times like a real output and presents nothing; takes any format, so that nothing is converted for it.
    private static func fake() -> Element? {
        guard let sink = Element.make("fakesink") else { return nil }
        sink.set("sync", true)
        sink.set("qos", false)
        sink.set("enable-last-sample", false)
        return sink
    }

    /// Whether what is presented is seen or heard.
    var isReal: Bool { sound != nil || pictures != nil }

    /// Where playback stands here, on the media timeline. What has been handed over to be heard is not there yet.
    var position: Duration? {
        guard let sound, isAtEnd, !isDone, let held else { return sink.position }
        let speed = passed.withLock { $0.segment?.speed ?? 1 }
        return max((held.frame.end ?? held.frame.start) - sound.unheard * speed, .zero)
    }

    /// Whether the frame that the sink holds while paused is shown.
    func showsFirstFrame(_ shows: Bool) {
        if kind == .video { isHeldHidden.store(!shows, ordering: .relaxed) }
    }

    /// Adds the branch to a pipeline and links it to a decoded stream; `onDone` is called when everything has been presented, with what
    /// ``finish(_:)`` is to be told.
    func attach(to pipeline: Element, from pad: Pad, onDone: @escaping @Sendable (Int) -> Void) -> Bool {
        for element in elements { pipeline.add(element) }
        watchDone(onDone)
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return false
        }
        guard let entry = elements.first?.pad("sink") else { return false }
        for element in elements.reversed() { element.syncStateWithParent() }
        pitch.withLock { $0.joint = Joint(pipeline: pipeline, feed: pad, entry: entry) }
        followSpeed()
        return pad.link(to: entry)
    }

    /// Counts what comes in from a decoded stream, before its speed is changed, and lies before the end of the item; `onEnd` is
    /// called when the end of the stream comes. Of several streams the first one is presented, until ``awaitFeed(_:)``.
    func watch(
        _ feed: Pad, _ meter: PresentationMeter, until end: Duration?, onEnd: @escaping @Sendable () -> Void
    ) {
        let name = ObjectIdentifier(feed)
        passed.withLock { passed in
            guard passed.feed == nil else { return }
            passed.feed = name
            if kind == .video { passed.ledger = DecodeOrderLog(decoding: feed) }
        }
        let part = Duration.zero..<max(end ?? .nanoseconds(Int64.max), .zero)
        feed.onBreak { [weak self] in
            if let self, isFed(by: name) { meter.noteBreak(on: kind) }
        }
        if kind == .video, Workaround.decoderDropsUnreported.isNeeded {
            feed.onLateness { [weak self] late in
                if let self, isFed(by: name) { meter.noteLateness(late) }
            }
        }
        feed.watch { [weak self] passage in
            guard let self else { return }
            if case .flush = passage { takeAwaitedFeed() }
            if isFed(by: name) { count(passage, of: part, meter: meter, onEnd: onEnd) }
        }
    }

    /// The picture or the sound that is held while nothing advances; nil before the first one.
    var held: Held? { passed.withLock(\.held) }
    var ledger: DecodeOrderLog? { passed.withLock(\.ledger) }

    /// Whether anything has come in, if it is only that there is nothing for a while.
    var hasBegun: Bool { passed.withLock(\.hasBegun) }

    /// Whether the end of the stream has come in.
    var isAtEnd: Bool { passed.withLock(\.isAtEnd) }

    /// Whether everything has been presented.
    var isDone: Bool { passed.withLock(\.isDone) }

    /// Takes it that everything has been presented, unless a seek has led elsewhere since that was said.
    func finish(_ end: Int) {
        passed.withLock { if $0.isAtEnd, $0.ends == end { $0.isDone = true } }
    }

    /// What a sink posts while a seek flushes it is about what was there before.
    private func watchDone(_ onDone: @escaping @Sendable (Int) -> Void) {
        sink.onEndPosted { [weak self] in
            guard let self, let end = passed.withLock({ $0.isAtEnd ? $0.ends : nil }) else { return }
            guard let sound else { return onDone(end) }
            sound.end { onDone(end) }
        }
    }

    /// A seek has landed. One to the end may bring nothing that would say where that is (1.22.0).
    func land(at position: Duration, _ meter: PresentationMeter) {
        if Workaround.seekToEndWithoutSegment.isNeeded, passed.withLock(\.wasFlushed) {
            meter.jump(to: position, on: kind)
        }
    }

    /// Which seek what reaches the sink comes from.
    var seqnum: Seqnum? { passed.withLock(\.seqnum) }

    /// How long after the target of the last jump what is presented starts; nil while nothing has come.
    var delay: Duration? { passed.withLock(\.delay) }

    /// When a media time is due, in running time.
    func runningTime(of position: Duration) -> Duration? {
        passed.withLock { $0.segment?.runningTime(ofStreamTime: position) }
    }

    private static let rounding: Duration = .milliseconds(1)

    /// When the last that has come will have been presented, in running time; nil where that cannot be told.
    func endRunningTime(until end: Duration?) -> Duration? {
        passed.withLock { passed in
            guard let last = passed.held?.frame.end else { return nil }
            let final = end.map { min($0, last) } ?? last
            // A segment may end a rounding earlier than what is in it.
            return passed.segment?.runningTime(ofStreamTime: final)
                ?? passed.segment?.runningTime(ofStreamTime: final - Self.rounding).map { $0 + Self.rounding }
        }
    }

    private func count(
        _ passage: Pad.Passage, of part: Range<Duration>, meter: PresentationMeter, onEnd: () -> Void
    ) {
        switch passage {
        case .segment(let segment):
            guard segment.isTime else { return }
            let jumped = passed.withLock { passed in
                passed.segment = segment
                (passed.lastStart, passed.delay) = (nil, nil)
                defer { passed.wasFlushed = false }
                return passed.wasFlushed
            }
            if jumped, let start = segment.start {
                let speed = segment.isForwards ? segment.speed : -segment.speed
                meter.jump(to: start, on: kind, speed: speed)
            }
        case .flush(let seqnum):
            sound?.flush()
            passed.withLock {
                $0.seqnum = seqnum
                $0.wasFlushed = true
                $0.isAtEnd = false
                $0.isDone = false
            }
            followSpeed()
        case .endOfStream:
            passed.withLock {
                $0.isAtEnd = true
                $0.ends += 1
            }
            onEnd()
        case .format, .begun: break
        case .gap: passed.withLock { $0.hasBegun = true }
        case .buffer(let start, let duration):
            guard let start else { return }
            let span = passed.withLock { passed in
                passed.hold(start: start, duration: duration)
                return passed.span(start: start, duration: duration)
            }
            guard let span, span.isEmpty || span.overlaps(part) else { return }
            meter.present(span.clamped(to: part), on: kind)
        }
    }
}

extension SinkBranch.Passed {
    mutating func hold(start: Duration, duration: Duration?) {
        hasBegun = true
        guard let segment, let position = segment.unboundedStreamTime(start) else { return }
        let mayBeCut = segment.start.map { position <= $0 } ?? false
        held = SinkBranch.Held(
            frame: FrameStepper.Frame(
                start: position, end: duration.map { position + $0 }, number: (held?.frame.number ?? 0) + 1),
            mayBeCut: mayBeCut, length: mayBeCut ? held?.length : duration)
    }

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
