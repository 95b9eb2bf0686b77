/// Finds what is missing in what comes to the outputs of a load.
///
/// That nothing comes for a while is no gap by itself: a picture lasts until the next one, and sound may be left out where there is none.
/// It is one where something says so: a part that was reported missing, a break in the stream, or the other output, which lacks the
/// same stretch.
struct GapDetector: Sendable {
    private struct Course: Sendable {
        /// Up to where media has come since the last jump.
        var front: Duration?
        /// Where it was to begin.
        var origin: Duration = .zero
        var speed = 1.0
        var hasBegun = false
        /// What did not come in it.
        var gaps: [Range<Duration>] = []
        var isBroken = false
        /// Where it was to begin and did not, before the other output had begun.
        var lateBeginnings: [Range<Duration>] = []
    }

    private struct Part: Sendable {
        var kind: Track.Kind?
        var cause: MediaGap.Cause
        var interval: Range<Duration>
    }

    /// What is known of the stream in which is searched.
    struct Stream: Sendable {
        /// Whether it comes in parts, each of which begins with a break.
        var isInParts = false
        /// Whether there is no more of it than what is played: one that goes on is begun somewhere.
        var isOnDemand: @Sendable () -> Bool = { true }
    }

    var stream: Stream
    private var courses = PresentationMeter.Output.allCases.map { _ in Course() }
    /// What was reported missing, and has not been come by.
    private var parts: [Part] = []
    private var found: [MediaGap] = []
    /// What was left out because it was too late.
    private(set) var late = LateFrameDetector()

    init(in stream: Stream = Stream()) { self.stream = stream }

    /// What comes next does not continue what came last. Answers with the gaps that are certain by that.
    mutating func jump(
        _ output: PresentationMeter.Output, to position: Duration, speed: Double
    ) -> [MediaGap] {
        courses[output.rawValue].front = nil
        courses[output.rawValue].origin = position
        courses[output.rawValue].speed = speed
        return output == .video ? late.jump(speed: speed) : []
    }

    /// What comes next to an output does not continue what came before, by its own word.
    mutating func noteBreak(_ output: PresentationMeter.Output) {
        courses[output.rawValue].isBroken = true
    }

    /// A picture that came is not shown because it is too late.
    mutating func drop(_ span: Range<Duration>) -> [MediaGap] { late.drop(span) }

    /// Pictures come so late that decoders may leave some out.
    mutating func noteLateness(_ late: Duration) {
        let course = courses[PresentationMeter.Output.video.rawValue]
        if let front = course.front { self.late.noteLateness(late * max(course.speed, 1), at: front) }
    }

    /// A part of the stream will not come. Answers with the gaps that it explains.
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

    /// A frame or a run of samples came. Answers with the gaps that are certain by that.
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

    /// What comes first may begin later than it was to. That is a gap where a part was reported missing, or a stream of parts brings
    /// neither pictures nor sound.
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

    /// Nothing more comes. Answers with the gaps at the end.
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
                // What goes on beside it does not belong to it.
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

    /// Where the only output there is did not begin as it was to.
    private mutating func lateBeginning() -> [MediaGap] {
        let begun = courses.filter(\.hasBegun)
        guard begun.count == 1, let gaps = begun.first?.lateBeginnings else { return [] }
        return gaps.flatMap { find(MediaGap(from: $0.lowerBound, to: $0.upperBound, cause: .unknown)) }
    }

    /// The parts that were reported missing where nothing came.
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

    /// What neither pictures nor sound have, or the only one of them that there is.
    private mutating func common(
        _ gap: Range<Duration>, on output: PresentationMeter.Output
    ) -> [MediaGap] {
        let other = courses[output.other.rawValue]
        guard other.hasBegun else {
            // Sound alone does not pause; pictures may.
            guard output == .audio || stream.isInParts && gap.length > Self.longestPicture else { return [] }
            return find(MediaGap(from: gap.lowerBound, to: gap.upperBound, cause: .unknown))
        }
        // What is missing in the stream ends at the same place for both; what was left out by its maker does not.
        let twin = other.gaps.last { twin in
            (twin.upperBound - gap.upperBound).magnitude < Self.skew
                && (twin.lowerBound - gap.lowerBound).magnitude < Self.skew * 2
        }
        guard let stretch = twin?.clamped(to: gap), stretch.length > Self.shortest else { return [] }
        return find(MediaGap(from: stretch.lowerBound, to: stretch.upperBound, cause: .unknown))
    }

    /// Takes a gap, unless it has been found before.
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

    /// What may lie between two buffers by rounding.
    private static let rounding: Duration = .milliseconds(20)
    /// What nobody takes for a gap.
    static let shortest: Duration = .milliseconds(100)
    /// How far apart pictures and sound may lie in the same place of a stream.
    private static let skew: Duration = .milliseconds(500)
    /// How long a single picture may last in a stream of parts that has no sound.
    private static let longestPicture: Duration = .seconds(1)
    private static let partLimit = 256
    private static let gapLimit = 64
    private static let foundLimit = 1000
}

extension PresentationMeter.Output {
    /// The kind of tracks that it presents.
    var kind: Track.Kind { self == .video ? .video : .audio }

    var other: Self { self == .video ? .audio : .video }
}

extension Range<Duration> {
    var length: Duration { upperBound - lowerBound }
}
