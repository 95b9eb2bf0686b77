internal import Playhead

/// Determines whether presented media continues the media before it.
struct Course: Sendable {
    enum Step {
        /// The first media of a load, or the first after a jump.
        case begins
        case forwards, backwards
    }

    private struct Place {
        var load: Int
        var span: Range<Duration>
        var clockTime: Duration
    }

    /// The minimum distance of a jump. A distance that has also passed on the clock is no jump.
    static let reach: Duration = .seconds(1)

    private var last: Place?

    /// The media times of the previous step.
    var lastSpan: Range<Duration>? { last?.span }

    mutating func step(to span: Range<Duration>, of load: Int, at clockTime: Duration) -> Step {
        defer { last = Place(load: load, span: span, clockTime: clockTime) }
        guard let last, last.load == load else { return .begins }
        guard span.lowerBound >= last.span.lowerBound else {
            return last.span.lowerBound - span.upperBound > Self.reach ? .begins : .backwards
        }
        let advanced = span.lowerBound - last.span.lowerBound
        let passed = clockTime - last.clockTime
        let isInTime = max(passed, advanced) - min(passed, advanced) <= advanced / 10
        let isNear = span.lowerBound - last.span.upperBound <= Self.reach
        return isNear || isInTime ? .forwards : .begins
    }

    mutating func forget() { last = nil }
}
