extension PlayerMachine {
    /// The clock has reached a subscribed media time.
    mutating func reached(_ position: Duration, at moment: Moment) {
        guard timeline.isAdvancing else { return }
        timeline.measure(clamped(position), at: moment)
        passage.advance(through: clamped(position), backwards: timeline.speed < 0)
    }

    /// Sets the position. If playback has stopped, it had advanced to there after the stop; times up to there
    /// are due.
    mutating func stand(at position: Duration, moment: Moment) {
        timeline.measure(clamped(position), at: moment)
        reportedPosition = clamped(timeline.position(at: moment))
        // A clock that advances without media covers nothing.
        if !timeline.isAdvancing, !isStarved {
            passage.settle(at: reportedPosition, backwards: timeline.speed < 0)
        }
    }

    /// Playback stops at the end of the playable media, and has covered all of it.
    mutating func end(at position: Duration, moment: Moment) {
        if timeline.isAdvancing {
            passage.advance(through: clamped(position), backwards: timeline.speed < 0)
        }
        arrive(at: position, moment: moment)
    }

    /// Replaces the watched times; those that were crossed so far belong to the earlier subscribers.
    mutating func watch(_ times: TimeSubscriptions, at moment: Moment) {
        if timeline.isAdvancing {
            passage.advance(through: clamped(timeline.position(at: moment)), backwards: timeline.speed < 0)
        }
        watchedTimes = times
    }

    /// The position and direction of normal playback; nil while nothing advances.
    func course(at moment: Moment) -> (position: Duration, isBackwards: Bool)? {
        guard timeline.isAdvancing else { return nil }
        return (clamped(timeline.position(at: moment)), timeline.speed < 0)
    }

    /// Updates the passage after a step. An interval ends where playback stops or jumps. Media before the
    /// first report belongs to the interval when playback starts.
    mutating func follow(
        _ course: (position: Duration, isBackwards: Bool)?, hasJumped: Bool, at moment: Moment
    ) {
        let isAdvancing = timeline.isAdvancing
        if let course, hasJumped || !isAdvancing {
            passage.advance(through: course.position, backwards: course.isBackwards)
            if hasPipeline, endReason == nil, !seeks.isBusy { passage.cease() }
        }
        let position = clamped(timeline.position(at: moment))
        if hasJumped || (isLive && course == nil && isAdvancing) {
            passage.jump(to: position)
        } else if course == nil, isAdvancing {
            passage.advance(through: position, backwards: timeline.speed < 0)
        }
    }
}
