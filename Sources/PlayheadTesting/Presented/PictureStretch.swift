internal import Playhead

/// A range of consecutive video frames with a common property. It lasts from the start of its first frame to
/// the start of the next frame without the property. In reverse playback it grows at its start.
struct PictureStretch: Sendable {
    private var course = Course()
    private var last: PresentedVideoFrame.Times?
    private var includesLast = false
    /// The start of the previous frame in reverse playback. It is the end of a frame without a duration.
    private var bound: Duration?
    /// The distance between the last two frames. It is the duration of a last frame without one.
    private var interval: Duration?

    /// The covered range; nil without frames.
    private(set) var span: Range<Duration>?
    /// The number of frames.
    private(set) var count = 0

    /// Advances to a frame without including it. After a jump the caller has to take the range.
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

    /// Includes the current frame in the range.
    mutating func include() {
        guard let last else { return }
        cover(last.start..<(last.end ?? bound ?? last.start))
        includesLast = true
        count += 1
    }

    /// Ends the range and returns it.
    mutating func take() -> Range<Duration>? {
        defer { (span, count, includesLast) = (nil, 0, false) }
        return span
    }

    /// Forgets the last frame. The next one begins anew.
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
    /// The times of a video frame.
    struct Times: Sendable {
        var load: Int
        var start: Duration
        /// The end; nil if the medium has no duration for the frame.
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
    /// The duration of the range.
    var length: Duration { upperBound - lowerBound }
}
