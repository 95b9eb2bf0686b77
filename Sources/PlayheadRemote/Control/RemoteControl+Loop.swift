internal import Playhead
internal import Synchronization

/// The points of an A–B loop, in the media time of the current item. Playback that reaches the second one
/// continues at the first one.
public struct LoopPoints: Sendable, Equatable {
    /// Where each repetition begins; nil if it is not set.
    public var start: Duration?
    /// Where each repetition ends; nil if it is not set.
    public var end: Duration?

    /// Makes the points of a loop. It repeats when both are set.
    public init(start: Duration? = nil, end: Duration? = nil) {
        (self.start, self.end) = (start, end)
    }

    /// The points in order; nil unless both are set and differ.
    var range: Range<Duration>? {
        guard let start, let end, start != end else { return nil }
        return min(start, end)..<max(start, end)
    }
}

/// The A–B loop of one item.
struct ItemLoop {
    var points = LoopPoints()
    /// The number of the item; another one has no loop.
    var item = 0
    /// Repeats while both points are set.
    var repetition: Task<Void, Never>?
}

extension RemoteControl {
    /// The points of the loop in the item with this number.
    func loopPoints(of item: Int) -> LoopPoints {
        memory.withLock { $0.loop.item == item ? $0.loop.points : LoopPoints() }
    }

    /// Sets the points of the loop in the current item.
    func setLoop(_ points: LoopPoints) throws(RemoteFault) {
        let snapshot = player.snapshot
        guard snapshot.item != nil || points == LoopPoints() else { throw .noContent }
        guard snapshot.isSeekable || points == LoopPoints() else { throw .notSeekable }
        let item = snapshot.itemNumber
        let repetition = points.range.map { range in
            // From now on, and not when the task begins.
            let times = player.boundaryTimes([range.lowerBound, range.upperBound])
            return Task { [weak self, player] in
                for await time in times {
                    guard let self, player.snapshot.itemNumber == item else { return }
                    turn(at: time, in: range)
                }
            }
        }
        memory.withLock { memory in
            memory.loop.repetition?.cancel()
            memory.loop = ItemLoop(points: points, item: item, repetition: repetition)
        }
        announce(.loopChanged(points))
    }

    /// Sets the first point at the position, then the second one, then removes both.
    func markLoop() throws(RemoteFault) {
        let snapshot = player.snapshot
        var points = loopPoints(of: snapshot.itemNumber)
        switch (points.start, points.end) {
        case (nil, _): points.start = snapshot.position
        case (_, nil): points.end = snapshot.position
        default: points = LoopPoints()
        }
        try setLoop(points)
        // Playback is past the second point already.
        if let range = points.range {
            player.seek(to: player.speed < 0 ? range.upperBound : range.lowerBound)
        }
    }

    /// Returns to the other point. Backwards, the first one is the end.
    private func turn(at time: Duration, in range: Range<Duration>) {
        if player.speed > 0, time == range.upperBound { player.seek(to: range.lowerBound) }
        if player.speed < 0, time == range.lowerBound { player.seek(to: range.upperBound) }
    }
}
