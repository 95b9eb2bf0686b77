/// Finds gaps in the media that reaches the outputs of a load.
///
/// A pause in the media is not a gap by itself: a video frame lasts until the next one, and audio may be
/// absent. It is a gap with one of these signs: a segment was reported missing, the stream has a break, or
/// the other output lacks the same interval.
struct GapDetector: Sendable {
    private struct Course: Sendable {
        /// The end of the media since the last jump.
        var front: Duration?
        /// The position where media was expected.
        var origin: Duration = .zero
        var speed = 1.0
        var hasBegun = false
        /// The gaps of the output.
        var gaps: [Range<Duration>] = []
        var isBroken = false
        /// The missing starts, found before the other output started.
        var lateBeginnings: [Range<Duration>] = []
    }

    private struct Part: Sendable {
        var kind: Track.Kind?
        var cause: MediaGap.Cause
        var interval: Range<Duration>
    }

    /// The properties of the searched stream.
    struct Stream: Sendable {
        /// Whether the stream has segments, each of which begins with a break.
        var isInParts = false
        /// Whether the whole stream is played: a live stream starts anywhere.
        var isOnDemand: @Sendable () -> Bool = { true }
    }

    var stream: Stream
    private var courses = PresentationMeter.Output.allCases.map { _ in Course() }
    /// The reported missing segments that playback has not passed yet.
    private var parts: [Part] = []
    private var found: [MediaGap] = []
    /// The frames that were dropped for lateness.
    private(set) var late = LateFrameDetector()

    init(in stream: Stream = Stream()) { self.stream = stream }

    /// The next media is not contiguous with the last. Returns the gaps that this confirms.
    mutating func jump(
        _ output: PresentationMeter.Output, to position: Duration, speed: Double
    ) -> [MediaGap] {
        courses[output.rawValue].front = nil
        courses[output.rawValue].origin = position
        courses[output.rawValue].speed = speed
        return output == .video ? late.jump(speed: speed) : []
    }

    /// The stream marks the next media of an output as a break.
    mutating func noteBreak(_ output: PresentationMeter.Output) {
        courses[output.rawValue].isBroken = true
    }

    /// A video frame is dropped because it is too late.
    mutating func drop(_ span: Range<Duration>) -> [MediaGap] { late.drop(span) }

    /// Video frames are so late that decoders may skip some.
    mutating func noteLateness(_ late: Duration) {
        let course = courses[PresentationMeter.Output.video.rawValue]
        if let front = course.front { self.late.noteLateness(late * max(course.speed, 1), at: front) }
    }

    /// A segment will not come. Returns the gaps that it explains.
    mutating func noteMissing(
        kind: Track.Kind?, cause: MediaGap.Cause, interval: Range<Duration>
    ) -> [MediaGap] {
        guard !interval.isEmpty, kind != .subtitles else { return [] }
        if parts.count == Self.partLimit { parts.removeFirst() }
        parts.append(Part(kind: kind, cause: cause, interval: interval))
        var gaps: [MediaGap] = []
        for output in PresentationMeter.Output.allCases where kind == nil || kind == output.kind {
            for gap in courses[output.rawValue].gaps { gaps += explain(gap, on: output) }
        }
        return gaps
    }

    /// The end of the last video frame since the last jump, if that frame lasts until the next one: playback
    /// goes forwards, and not in a segmented stream, whose pauses may be missing data.
    var videoFront: Duration? {
        let course = courses[PresentationMeter.Output.video.rawValue]
        return course.speed > 0 && !stream.isInParts ? course.front : nil
    }

    /// A video frame or an audio buffer arrived. Returns the gaps that this confirms.
    mutating func take(_ span: Range<Duration>, on output: PresentationMeter.Output) -> [MediaGap] {
        let course = courses[output.rawValue]
        courses[output.rawValue].front = max(course.front ?? span.upperBound, span.upperBound)
        courses[output.rawValue].hasBegun = true
        courses[output.rawValue].isBroken = false
        guard let front = course.front else { return begin(with: span, on: output, of: course) }
        let gap = front..<max(front, span.lowerBound)
        let isGap = course.speed > 0 && gap.length > Self.rounding
        var explained: [MediaGap] = []
        if isGap {
            note(gap, on: output)
            explained = explain(gap, on: output)
        }
        if output == .video, explained.isEmpty {
            let gaps = late.pass(span, behind: front)
            if !gaps.isEmpty || late.explains(gap) { return gaps }
        }
        guard isGap else { return [] }
        if !explained.isEmpty || gap.length <= Self.shortest { return explained }
        if course.isBroken, !stream.isInParts {
            return find(MediaGap(kind: output.kind, from: front, to: gap.upperBound, cause: .damaged))
        }
        return common(gap, on: output)
    }

    /// The first media may start late. That is a gap if a segment was reported missing, or if a segmented
    /// stream has neither video nor audio.
    private mutating func begin(
        with span: Range<Duration>, on output: PresentationMeter.Output, of course: Course
    ) -> [MediaGap] {
        let gap = course.origin..<max(course.origin, span.lowerBound)
        guard course.speed > 0, gap.length > Self.rounding else { return [] }
        let explained = explain(gap, on: output)
        guard stream.isInParts, explained.isEmpty, gap.length > Self.longestPicture, stream.isOnDemand()
        else {
            return explained
        }
        note(gap, on: output)
        if courses[output.other.rawValue].hasBegun { return common(gap, on: output) }
        if course.lateBeginnings.count < Self.gapLimit { courses[output.rawValue].lateBeginnings.append(gap) }
        return []
    }

    private mutating func note(_ gap: Range<Duration>, on output: PresentationMeter.Output) {
        if courses[output.rawValue].gaps.count == Self.gapLimit {
            courses[output.rawValue].gaps.removeFirst()
        }
        courses[output.rawValue].gaps.append(gap)
    }

    /// The media has ended. Returns the gaps at the end.
    mutating func end(promised: Duration?) -> [MediaGap] {
        let tooLate = late.close() + lateBeginning()
        let fronts = PresentationMeter.Output.allCases.compactMap { output in
            courses[output.rawValue].front.map { (output: output, time: $0) }
        }
        let missing = parts
        parts = []
        guard let furthest = fronts.map(\.time).max() else { return tooLate }
        return tooLate
            + missing.flatMap { part -> [MediaGap] in
                let last = min(part.interval.upperBound, promised ?? part.interval.upperBound)
                let behind = fronts.filter { front in
                    (part.kind?.output ?? front.output) == front.output && last > front.time + Self.shortest
                }
                if let course = part.kind?.output.map({ courses[$0.rawValue] }), !course.hasBegun {
                    let first = max(part.interval.lowerBound, course.origin)
                    guard first < last else { return [] }
                    return find(MediaGap(kind: part.kind, from: first, to: last, cause: part.cause))
                }
                // A gap excludes media that continues beside it.
                let isCommon = part.kind == nil && behind.count == fronts.count
                let lost =
                    isCommon
                    ? [(kind: Track.Kind?.none, time: furthest)] : behind.map { ($0.output.kind, $0.time) }
                return lost.flatMap { kind, time in
                    find(
                        MediaGap(
                            kind: kind, from: max(time, part.interval.lowerBound), to: last, cause: part.cause
                        ))
                }
            }
    }

    /// The missing start of the only output.
    private mutating func lateBeginning() -> [MediaGap] {
        let begun = courses.filter(\.hasBegun)
        guard begun.count == 1, let gaps = begun.first?.lateBeginnings else { return [] }
        return gaps.flatMap { find(MediaGap(from: $0.lowerBound, to: $0.upperBound, cause: .unknown)) }
    }

    /// The reported missing segments of an interval without media.
    private mutating func explain(
        _ gap: Range<Duration>, on output: PresentationMeter.Output
    ) -> [MediaGap] {
        let fitting = parts.filter { part in
            (part.kind?.output ?? output) == output && part.interval.clamped(to: gap).length > Self.rounding
        }
        parts.removeAll { part in fitting.contains { $0.cause == part.cause && $0.interval == part.interval }
        }
        return fitting.flatMap { part in
            let stretch = part.interval.clamped(to: gap)
            return find(
                MediaGap(
                    kind: part.kind, from: stretch.lowerBound, to: stretch.upperBound,
                    cause: part.cause))
        }
    }

    /// The gaps that audio and video share, or those of the only output.
    private mutating func common(
        _ gap: Range<Duration>, on output: PresentationMeter.Output
    ) -> [MediaGap] {
        let other = courses[output.other.rawValue]
        guard other.hasBegun else {
            // Audio alone has no pauses; video may.
            guard output == .audio || stream.isInParts && gap.length > Self.longestPicture else { return [] }
            return find(MediaGap(from: gap.lowerBound, to: gap.upperBound, cause: .unknown))
        }
        // A gap in the stream ends at the same position for both; an intended pause does not.
        let twin = other.gaps.last { twin in
            (twin.upperBound - gap.upperBound).magnitude < Self.skew
                && (twin.lowerBound - gap.lowerBound).magnitude < Self.skew * 2
        }
        guard let stretch = twin?.clamped(to: gap), stretch.length > Self.shortest else { return [] }
        return find(MediaGap(from: stretch.lowerBound, to: stretch.upperBound, cause: .unknown))
    }

    /// Adds a gap, unless it was found before.
    private mutating func find(_ gap: MediaGap) -> [MediaGap] {
        let isKnown = found.contains { other in
            (other.kind == gap.kind || other.kind == nil) && gap.start >= other.start - Self.shortest
                && gap.end <= other.end + Self.shortest
        }
        if isKnown { return [] }
        if found.count == Self.foundLimit { found.removeFirst() }
        found.append(gap)
        return [gap]
    }

    /// The rounding tolerance between two buffers.
    private static let rounding: Duration = .milliseconds(20)
    /// The minimum length of a gap.
    static let shortest: Duration = .milliseconds(100)
    /// The maximum offset between video and audio at the same place of a stream.
    private static let skew: Duration = .milliseconds(500)
    /// The maximum duration of a video frame in a segmented stream without audio.
    private static let longestPicture: Duration = .seconds(1)
    private static let partLimit = 256
    private static let gapLimit = 64
    private static let foundLimit = 1000
}

extension PresentationMeter.Output {
    /// The kind of tracks that the output presents.
    var kind: Track.Kind { self == .video ? .video : .audio }

    var other: Self { self == .video ? .audio : .video }
}

extension Range<Duration> {
    var length: Duration { upperBound - lowerBound }
}
