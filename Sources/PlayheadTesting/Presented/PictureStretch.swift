internal import Playhead

/// Pictures one after another that have something in common: from where the first begins to where the first one that has not
/// begins. Played backwards it grows at its beginning.
struct PictureStretch: Sendable {
    private var course = Course()
    private var last: PresentedVideoFrame.Times?
    private var includesLast = false
    /// Where the picture before begins when playback runs backwards: the end of one that does not say how long it lasts.
    private var bound: Duration?
    /// The distance of the last two pictures: the length of the last of all if it does not say.
    private var interval: Duration?

    /// What is covered; nil when there is none.
    private(set) var span: Range<Duration>?
    /// How many pictures it is of.
    private(set) var count = 0

    /// Goes on to a picture, which is not in the stretch yet. After a jump the stretch has to be taken.
    mutating func go(to picture: PresentedVideoFrame) -> Course.Step {
        let next = PresentedVideoFrame.Times(picture)
        let step = course.step(to: next.start..<(next.end ?? next.start), of: next.load, at: next.clock)
        bound = nil
        switch (step, last) {
        case (.forwards, let last?):
            if includesLast { cover(last.start..<next.start) }
            if next.start > last.start { interval = next.start - last.start }
        case (.backwards, let last?): bound = last.start
        default:
            completeLast()
            interval = nil
        }
        last = next
        includesLast = false
        return step
    }

    /// Puts the picture that was gone to into the stretch.
    mutating func include() {
        guard let last else { return }
        cover(last.start..<(last.end ?? bound ?? last.start))
        includesLast = true
        count += 1
    }

    /// Ends the stretch, and answers it.
    mutating func take() -> Range<Duration>? {
        defer { (span, count, includesLast) = (nil, 0, false) }
        return span
    }

    /// Nothing goes on from here: what comes next begins anew.
    mutating func stop() {
        completeLast()
        last = nil
        interval = nil
        course.forget()
    }

    private mutating func completeLast() {
        guard includesLast, let last, last.end == nil, let interval else { return }
        cover(last.start..<last.start + interval)
    }

    private mutating func cover(_ part: Range<Duration>) {
        let whole = span ?? part
        span = min(whole.lowerBound, part.lowerBound)..<max(whole.upperBound, part.upperBound)
    }
}

extension PresentedVideoFrame {
    /// When a picture is shown.
    struct Times: Sendable {
        var load: Int
        var start: Duration
        /// Nil when the medium does not say.
        var end: Duration?
        var clock: Duration

        init(_ picture: PresentedVideoFrame) {
            load = picture.load
            start = picture.mediaTime
            end = picture.duration.map { picture.mediaTime + max($0, .zero) }
            clock = picture.clockTime
        }
    }
}

extension Range<Duration> {
    /// How long it is.
    var length: Duration { upperBound - lowerBound }
}
