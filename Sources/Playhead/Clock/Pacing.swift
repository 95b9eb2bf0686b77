internal import GStreamer
internal import Synchronization

/// How a clock that may be made faster relates to the time that passes: a line from the last moment at which its pace changed.
final class Pacing: Sendable {
    private struct Line: Sendable {
        var pace = 1.0
        /// What both showed when the pace was taken.
        var paced: Duration = .zero
        var time: Duration = .zero

        func time(ofPaced clock: Duration) -> Duration {
            time + (pace == 1 ? clock - paced : (clock - paced) / pace)
        }
    }

    private let line = Mutex(Line())

    /// How much faster than time the clock runs.
    var pace: Double { line.withLock(\.pace) }

    /// How much time had passed when the clock showed this.
    func time(ofPaced clock: Duration) -> Duration { line.withLock { $0.time(ofPaced: clock) } }

    /// What the clock shows when so much time has passed.
    func pacedTime(of time: Duration) -> Duration {
        line.withLock { $0.paced + ($0.pace == 1 ? time - $0.time : (time - $0.time) * $0.pace) }
    }

    /// The clock runs so fast from now on.
    func change(to pace: Double, at clock: Duration) {
        line.withLock { line in
            (line.time, line.paced, line.pace) = (line.time(ofPaced: clock), clock, pace)
        }
    }
}

extension VirtualClock {
    /// Everything that is played on the clock is played so fast from now on; deadlines, and those who sleep on it, are not concerned.
    func setPace(_ pace: Double) {
        guard pace != pacing.pace else { return }
        pacing.change(to: pace, at: clock.now)
        kick()
    }
}
