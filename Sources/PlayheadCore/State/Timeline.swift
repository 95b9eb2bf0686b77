/// Where playback stands, as a line through the last known point: readable at any time without asking anybody.
package struct Timeline: Sendable, Equatable {
    /// The last known position, and when it was known.
    private(set) var anchor: Duration = .zero
    private(set) var anchoredAt: Duration = .zero
    /// Whether the position advances with the clock, and how fast; backwards when negative.
    private(set) var isAdvancing = false
    private(set) var speed = 1.0

    package init() {}

    /// A timeline from its values.
    init(anchor: Duration, anchoredAt: Duration, isAdvancing: Bool, speed: Double) {
        self.anchor = anchor
        self.anchoredAt = anchoredAt
        self.isAdvancing = isAdvancing
        self.speed = speed
    }

    /// The position at a moment. It does not run beyond what has reached the outputs.
    package func position(at moment: Moment) -> Duration {
        guard isAdvancing else { return anchor }
        let elapsed = max(moment.now - anchoredAt, .zero)
        // A product with a floating-point number rounds, even one with 1.
        let line = anchor + (speed == 1 ? elapsed : elapsed * speed)
        if speed < 0 { return min(anchor, line) }
        return max(anchor, moment.limit.map { min(line, $0) } ?? line)
    }

    /// Takes a measured position; between jumps the line never runs against its direction.
    package mutating func measure(_ position: Duration, at moment: Moment) {
        let line = self.position(at: moment)
        jump(to: speed < 0 ? min(position, line) : max(position, line), at: moment)
    }

    /// Moves to a position, in either direction.
    package mutating func jump(to position: Duration, at moment: Moment) {
        anchor = position
        // At rest it does not matter when that was known, and equal positions are equal.
        anchoredAt = isAdvancing ? moment.now : .zero
    }

    package mutating func setAdvancing(_ advances: Bool, at moment: Moment) {
        guard advances != isAdvancing else { return }
        let position = position(at: moment)
        isAdvancing = advances
        jump(to: position, at: moment)
    }

    package mutating func setSpeed(_ newSpeed: Double, at moment: Moment) {
        guard newSpeed != speed else { return }
        jump(to: position(at: moment), at: moment)
        speed = newSpeed
    }
}
