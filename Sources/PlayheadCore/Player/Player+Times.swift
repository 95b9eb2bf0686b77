internal import Synchronization

extension Player {
    /// The media time at regular intervals of it, as an asynchronous sequence that ends when the player is closed (contract 3.8).
    ///
    /// A tick comes when playback has come to a multiple of the interval, on the clock that the media are played by, at any speed;
    /// backwards in descending order. Its value is exactly that multiple. Each is told once, also when the machine is too busy to
    /// tell it in time. Nothing ticks while playback is paused, buffers or has no content; what it still came by until it rested is told
    /// when that is known.
    ///
    /// Between ticks a value comes, which is the position then, whenever media begins to advance, ceases to, or the position
    /// jumps. So a seek while playing gives two: its target at once, and where playback goes on once it has landed. Where
    /// playback ceases at a tick, both are one value. There is none for the subscription itself, and none when the content is
    /// taken away.
    ///
    /// Each call makes a sequence for one consumer; cancelling the consumer or letting go of the sequence detaches it. Beyond 256
    /// values that the consumer has not taken the oldest gives way.
    ///
    /// - Parameter interval: in media time. Less than a millisecond, zero and negative intervals too, is taken as a
    ///   millisecond. With an interval longer than the medium only the values between ticks come.
    public func periodicTime(every interval: Duration) -> some AsyncSequence<Duration, Never> & Sendable {
        times(TimeSubscriptions(every: interval), hearsTurns: true)
    }

    /// Those of the given media times that playback comes by, each when it does, as an asynchronous sequence that ends when the player is
    /// closed (contract 3.8).
    ///
    /// A time is told when normal playback crosses it, at any speed and in either direction, each time anew. A seek over it
    /// crosses nothing. Where playback begins, there it crosses nothing yet; where it is paused or ends, it has crossed that. Times hold for
    /// every item; those before the beginning and beyond the end are never come by.
    ///
    /// Each call makes a sequence for one consumer; cancelling the consumer or letting go of the sequence detaches it. Beyond 256
    /// times that the consumer has not taken the oldest gives way.
    ///
    /// - Parameter times: in any order; a time that is given twice is told once.
    public func boundaryTimes(_ times: [Duration]) -> some AsyncSequence<Duration, Never> & Sendable {
        self.times(TimeSubscriptions(at: times), hearsTurns: false)
    }

    private func times(_ times: TimeSubscriptions, hearsTurns: Bool) -> some AsyncSequence<Duration, Never>
        & Sendable
    {
        let follower = Mutex(TimeFollower(times: times, hearsTurns: hearsTurns))
        return sequence(startsWithCurrent: true, interest: .times(times)) { (time: Duration, buffer) in
            buffer.append(time, limit: TimeFollower.limit)
        } take: { _, snapshot, feed in
            for value in follower.withLock({ $0.values(at: snapshot) }) { feed.append(value) }
        }
    }
}
