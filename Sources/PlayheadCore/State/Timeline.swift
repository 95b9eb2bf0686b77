/// The position as a line through the last known point: readable at any time without the pipeline.
package struct Timeline: Sendable, Equatable {
    /// The last known position and its time.
    private(set) var anchor: Duration = .zero
    private(set) var anchoredAt: Duration = .zero
    /// Whether the position advances with the clock, and the speed; negative backwards.
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

    /// The position at an instant. It does not exceed the media that has reached the outputs.
    package func position(at moment: Moment) -> Duration {
        guard isAdvancing else { return anchor }
        let elapsed = max(moment.now - anchoredAt, .zero)
        // A product with a floating-point number rounds, even one with 1.
        let line = anchor + (speed == 1 ? elapsed : elapsed * speed)
        if speed < 0 { return min(anchor, line) }
        return max(anchor, moment.limit.map { min(line, $0) } ?? line)
    }

    /// Applies a measured position. Between jumps the line never moves against its direction.
    package mutating func measure(_ position: Duration, at moment: Moment) {
        let line = self.position(at: moment)
        jump(to: speed < 0 ? min(position, line) : max(position, line), at: moment)
    }

    /// Moves to a position, in either direction.
    package mutating func jump(to position: Duration, at moment: Moment) {
        anchor = position
        // At rest the time is irrelevant, and equal positions must be equal.
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
