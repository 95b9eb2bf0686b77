internal import Dispatch
internal import GStreamer
internal import PlayheadCore

extension GStreamerPipeline {
    /// Other times are watched from now on. What was come by until now is said at once.
    func watch(_ times: TimeSubscriptions) {
        watched = times
        watchedUntil = nil
        keepTime()
    }

    /// Says so if media has come by a time that is watched.
    func noticeWatched(at position: Duration) {
        guard !watched.isEmpty else { return }
        let reached = presented(position)
        if let watchedUntil {
            guard let due = watched.next(after: watchedUntil, backwards: speed < 0),
                speed < 0 ? due >= reached : due <= reached
            else { return }
        }
        watchedUntil = reached
        report(.reached(reached))
    }

    /// When to look again for times that are watched.
    func nextWatched(after position: Duration) -> Duration? {
        guard let next = watched.next(after: presented(position), backwards: speed < 0) else { return nil }
        // The clock has come to it and the media has not.
        let isLate = speed > 0 && next <= position
        return isLate ? position + .milliseconds(10) * speed : next
    }

    /// How far media has come that has reached the outputs; the clock may run ahead of it.
    private func presented(_ position: Duration) -> Duration {
        speed < 0 ? position : min(position, meter.end ?? position)
    }
}

extension GStreamerPipeline {
    package func drawGraph(_ answer: @escaping @Sendable (String?) -> Void) {
        queue.async { answer(self.pipeline?.graph) }
    }
}
