internal import Synchronization

extension Player {
    /// The media time at regular intervals, as an asynchronous sequence that ends when the player is closed
    /// (contract 3.8).
    ///
    /// A tick occurs when playback reaches a multiple of the interval on the media clock, at any speed;
    /// backwards in descending order. Its value is exactly that multiple. Each tick is delivered once, late
    /// if the machine is busy. There are no ticks while playback is paused, buffers or has no content. Ticks
    /// that were reached before a pause are delivered when they are known.
    ///
    /// Between ticks, the sequence has the position whenever media starts or stops advancing, or the position
    /// jumps. A seek during playback gives two values: its target immediately, and the position where
    /// playback resumes. A stop at a tick gives one value. The subscription itself and the removal of the
    /// content give none.
    ///
    /// Each call makes a sequence for one consumer. Cancelling the consumer or releasing the sequence
    /// detaches it. Beyond 256 buffered values the oldest is dropped.
    ///
    /// - Parameter interval: in media time. Values below one millisecond, also zero and negative ones, count
    ///   as one millisecond. With an interval longer than the medium, only the values between ticks occur.
    public func periodicTime(every interval: Duration) -> some AsyncSequence<Duration, Never> & Sendable {
        times(TimeSubscriptions(every: interval), hearsTurns: true)
    }

    /// The given media times, each when playback crosses it, as an asynchronous sequence that ends when the
    /// player is closed (contract 3.8).
    ///
    /// A time is delivered at every crossing in normal playback, at any speed and in either direction. A seek
    /// over a time does not cross it. Playback that starts at a time has not crossed it; playback that pauses
    /// or ends at it has. The times apply to every item. Times outside the medium are never crossed.
    ///
    /// Each call makes a sequence for one consumer. Cancelling the consumer or releasing the sequence
    /// detaches it. Beyond 256 buffered times the oldest is dropped.
    ///
    /// - Parameter times: in any order. A repeated time is delivered once.
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
