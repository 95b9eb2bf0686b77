/// What the consumer of one sequence of times hears of the steps of a player.
package struct TimeFollower: Sendable {
    /// How many values wait for one consumer before the oldest give way.
    package static let limit = 256

    let times: TimeSubscriptions
    /// Whether playback that begins, ceases or jumps gives a value of its own.
    let hearsTurns: Bool
    private var seen: PlayerSnapshot.Motion?
    private var lastTick: Duration?

    package init(times: TimeSubscriptions, hearsTurns: Bool) {
        self.times = times
        self.hearsTurns = hearsTurns
    }

    /// The values that a step brings; the first one is where it starts from, and brings none.
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
        // Without an item there is no timeline to stand on.
        guard hearsTurns, isTurn, snapshot.item != nil else { return values }
        // Where playback ceases at a tick, both are one value.
        let isTold = !now.isAdvancing && now.jumps == seen.jumps && lastTick == snapshot.position
        if !isTold { values.append(snapshot.position) }
        lastTick = nil
        return values
    }
}
