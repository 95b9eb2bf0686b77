internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The elements from a decoded stream to the sink that times it, with a probe at the entry. Nothing in it
/// delays a buffer that enters. A device, if there is one, presents what the sink lets pass.
final class SinkBranch: Sendable {
    struct Passed: Sendable {
        var segment: Segment?
        var seqnum: Seqnum?
        var wasFlushed = false
        var isAtEnd = false
        /// Whether any data has entered, gap events included.
        var hasBegun = false
        /// The number of ends of the stream that have entered.
        var ends = 0
        /// Whether the last buffer of the stream has been presented too.
        var isDone = false
        var lastStart: Duration?
        /// The time from the start of the segment to the first frame or sample.
        var delay: Duration?
        /// The frame or buffer that entered last. The sink holds it while the clock does not run.
        var held: Held?
        /// Whether nothing has entered since the last flush.
        var isEmpty = true
        var ledger: DecodeOrderLog?
        /// The decoded stream that feeds the branch.
        var feed: ObjectIdentifier?
    }

    struct Held: Sendable {
        var frame: FrameStepper.Frame
        /// Whether it may have begun earlier: a decoder cuts off what lies before the target of a seek.
        var mayBeCut: Bool
        /// Whether it is the first one since a flush.
        var isFirst: Bool
        /// The duration of the last frame that was not cut.
        var length: Duration?
    }

    let kind: PresentationMeter.Output
    let sink: Element
    /// The elements from entry to sink, the sink included.
    let elements: [Element]
    /// The device feed of an audible branch.
    let sound: AudioFeed?
    let pictures: PictureFeed?
    let passed = Mutex(Passed())
    /// Whether the frame that the sink holds while paused must not be visible.
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

    /// A branch for video frames, with the elements that change them, such as overlays. Nil if an element is
    /// not installed.
    static func video(to feed: PictureFeed? = nil, through overlays: [Element] = []) -> SinkBranch? {
        guard let sink = fake(.video) else { return nil }
        guard let feed else { return SinkBranch(.video, overlays + [sink]) }
        guard let filter = Element.make("capsfilter") else { return nil }
        // Decoders must not leave frames in memory that only they can read.
        filter.set("caps", text: "video/x-raw")
        sink.set("qos", true)
        sink.set("max-lateness", int64: 20_000_000)
        return SinkBranch(.video, overlays + [filter, sink], pictures: feed)
    }

    /// A branch for audio, with the elements that change it. Nil if an element is not installed.
    static func audio(to feed: AudioFeed? = nil, through filter: [Element] = []) -> SinkBranch? {
        guard let sink = fake(.audio) else { return nil }
        if feed != nil { sink.set("ts-offset", int64: -AudioDevice.lead.inNanoseconds) }
        return SinkBranch(.audio, filter + [sink], sound: feed)
    }

    /// Presents sound later than its picture, or earlier. A device delays it itself; sound that is heard earlier is
    /// handed over earlier.
    func delay(by shift: Duration) {
        let offset = sound == nil ? shift : min(shift, .zero) - AudioDevice.lead
        sink.set("ts-offset", int64: offset.inNanoseconds)
    }

    /// A branch whose sink takes each buffer at once, for reading.
    static func unsynchronized(_ kind: PresentationMeter.Output, through elements: [Element]) -> SinkBranch? {
        guard let sink = fake(kind) else { return nil }
        sink.set("sync", false)
        // The frames belong to the consumer.
        sink.set("enable-last-sample", false)
        return SinkBranch(kind, elements + [sink])
    }

    /// A sink that times buffers like a real output and presents nothing. It takes any format, so nothing is
    /// converted for it.
    private static func fake(_ kind: PresentationMeter.Output) -> Element? {
        guard let sink = Element.make("fakesink") else { return nil }
        sink.set("sync", true)
        sink.set("qos", false)
        sink.set("enable-last-sample", kind == .video)
        return sink
    }

    /// Whether a device presents the branch.
    var isReal: Bool { sound != nil || pictures != nil }

    /// The position of this branch on the media timeline. Audio that was handed over and not heard yet does
    /// not count.
    var position: Duration? {
        guard let sound, isAtEnd, !isDone, let held else { return sink.position }
        let speed = passed.withLock { $0.segment?.speed ?? 1 }
        return max((held.frame.end ?? held.frame.start) - sound.unheard * speed, .zero)
    }

    /// Whether the frame that the sink holds while paused is shown.
    func showsFirstFrame(_ shows: Bool) {
        if kind == .video { isHeldHidden.store(!shows, ordering: .relaxed) }
    }

    /// Adds the branch to a pipeline and links it to a decoded stream. `onDone` is called when everything has
    /// been presented, with the argument for ``finish(_:)``.
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

    /// Counts what enters from a decoded stream, before its speed is changed, up to the end of the item.
    /// `onEnd` is called when the end of the stream enters. Of several streams the first one feeds the
    /// branch, until ``awaitFeed(_:)``.
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

    /// The video frame or audio buffer that is held while the clock does not run. Nil before the first one.
    var held: Held? { passed.withLock(\.held) }
    var ledger: DecodeOrderLog? { passed.withLock(\.ledger) }

    /// Whether any data has entered, gap events included.
    var hasBegun: Bool { passed.withLock(\.hasBegun) }

    /// Whether the end of the stream has entered.
    var isAtEnd: Bool { passed.withLock(\.isAtEnd) }

    var isDone: Bool { passed.withLock(\.isDone) }

    /// Records that everything has been presented, unless a seek was sent since that end.
    func finish(_ end: Int) {
        passed.withLock { if $0.isAtEnd, $0.ends == end { $0.isDone = true } }
    }

    /// Ignores an end that the sink posts during a flush: it belongs to the time before the seek.
    private func watchDone(_ onDone: @escaping @Sendable (Int) -> Void) {
        sink.onEndPosted { [weak self] in
            guard let self, let end = passed.withLock({ $0.isAtEnd ? $0.ends : nil }) else { return }
            guard let sound else { return onDone(end) }
            sound.end { onDone(end) }
        }
    }

    /// A seek has landed. After a seek to the end no segment may arrive that tells the position (1.22.0).
    func land(at position: Duration, _ meter: PresentationMeter) {
        if Workaround.seekToEndWithoutSegment.isNeeded, passed.withLock(\.wasFlushed) {
            meter.jump(to: position, on: kind)
        }
    }

    /// The number of the seek that the data at the sink follows from.
    var seqnum: Seqnum? { passed.withLock(\.seqnum) }

    /// The time from the target of the last seek to the first frame or sample. Nil before one has entered.
    var delay: Duration? { passed.withLock(\.delay) }

    /// The running time at which a media time is due.
    func runningTime(of position: Duration) -> Duration? {
        passed.withLock { $0.segment?.runningTime(ofStreamTime: position) }
    }

    private static let rounding: Duration = .milliseconds(1)

    /// The running time at which the last data that has entered will have been presented. Nil if it is not
    /// known.
    func endRunningTime(until end: Duration?) -> Duration? {
        passed.withLock { passed in
            guard let last = passed.held?.frame.end else { return nil }
            let final = end.map { min($0, last) } ?? last
            // A segment may end a rounding error before its last buffer.
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
            sound?.flush(fadesIn: true)
            passed.withLock {
                $0.seqnum = seqnum
                $0.wasFlushed = true
                $0.isEmpty = true
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
            mayBeCut: mayBeCut, isFirst: isEmpty, length: mayBeCut ? held?.length : duration)
        isEmpty = false
    }

    /// The range of media time that a buffer covers. A buffer without a duration is taken to last as long as
    /// the one before it.
    mutating func span(start: Duration, duration: Duration?) -> Range<Duration>? {
        defer { lastStart = start }
        guard let segment else { return nil }
        if lastStart == nil { delay = start - segment.lowerBound }
        let guess = lastStart.map { max(start - $0, .zero) } ?? .zero
        return segment.presented(start: start, duration: duration ?? min(guess, .seconds(1)))
    }
}
