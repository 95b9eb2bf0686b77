/// A value that moves to its target in a straight line.
package struct Ramp: Sendable {
    package private(set) var value: Double
    package private(set) var target: Double
    private var step = 0.0
    private var left = 0

    package init(_ value: Double) { (self.value, target) = (value, value) }

    package var isSettled: Bool { left == 0 }

    /// Moves to a value in a number of frames.
    package mutating func move(to value: Double, frames: Int) {
        target = value
        guard frames > 0, value != self.value else { return jump() }
        left = frames
        step = (value - self.value) / Double(frames)
    }

    /// Takes the target at once.
    package mutating func jump() {
        value = target
        left = 0
    }

    /// The value for the next frame.
    package mutating func next() -> Double {
        guard left > 0 else { return value }
        left -= 1
        value = left == 0 ? target : value + step
        return value
    }
}
