extension PlayerMachine {
    /// The clock has come to a media time that somebody waits for.
    mutating func reached(_ position: Duration, at moment: Moment) {
        guard timeline.isAdvancing else { return }
        timeline.measure(clamped(position), at: moment)
        passage.advance(through: clamped(position), backwards: timeline.speed < 0)
    }

    /// Where playback stands. Where it has ceased it went on until there, after it was told to; what it came by is due.
    mutating func stand(at position: Duration, moment: Moment) {
        timeline.measure(clamped(position), at: moment)
        reportedPosition = clamped(timeline.position(at: moment))
        // A clock that goes on while nothing is left to be played has come by nothing.
        if !timeline.isAdvancing, !isStarved {
            passage.settle(at: reportedPosition, backwards: timeline.speed < 0)
        }
    }

    /// Playback ceases at the end of what could be played, and has come by all of it.
    mutating func end(at position: Duration, moment: Moment) {
        if timeline.isAdvancing {
            passage.advance(through: clamped(position), backwards: timeline.speed < 0)
        }
        arrive(at: position, moment: moment)
    }

    /// Other times are watched from now on; what has been come by so far belongs to those who waited for it.
    mutating func watch(_ times: TimeSubscriptions, at moment: Moment) {
        if timeline.isAdvancing {
            passage.advance(through: clamped(timeline.position(at: moment)), backwards: timeline.speed < 0)
        }
        watchedTimes = times
    }

    /// Where normal playback stands, and in which direction it goes; nil while nothing advances.
    func course(at moment: Moment) -> (position: Duration, isBackwards: Bool)? {
        guard timeline.isAdvancing else { return nil }
        return (clamped(timeline.position(at: moment)), timeline.speed < 0)
    }

    /// What a step made of the course before it: a stretch ends where playback ceases or jumps, and whatever was come by before the
    /// first report belongs to it when playback begins.
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
