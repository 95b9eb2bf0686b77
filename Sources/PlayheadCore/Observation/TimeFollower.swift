/// The mapping from the steps of a player to one sequence of times.
package struct TimeFollower: Sendable {
    /// The maximum number of buffered values per consumer.
    package static let limit = 256

    let times: TimeSubscriptions
    /// Whether playback that starts, stops or jumps gives a value.
    let hearsTurns: Bool
    private var seen: PlayerSnapshot.Motion?
    private var lastTick: Duration?

    package init(times: TimeSubscriptions, hearsTurns: Bool) {
        self.times = times
        self.hearsTurns = hearsTurns
    }

    /// The values of a step. The first step sets the origin and gives none.
    package mutating func values(at snapshot: PlayerSnapshot) -> [Duration] {
        let now = snapshot.progress.motion
        defer { seen = now }
        guard let seen else { return [] }
        var values: [Duration] = []
        if now.stretchCount != seen.stretchCount {
            values = times.times(on: now.lastStretch, limit: Self.limit)
            lastTick = values.last ?? lastTick
        }
        let isTurn = now.isAdvancing != seen.isAdvancing || now.jumps != seen.jumps
        // Without an item there is no timeline.
        guard hearsTurns, isTurn, snapshot.item != nil else { return values }
        // A stop at a tick gives one value.
        let isTold = !now.isAdvancing && now.jumps == seen.jumps && lastTick == snapshot.position
        if !isTold { values.append(snapshot.position) }
        lastTick = nil
        return values
    }
}
