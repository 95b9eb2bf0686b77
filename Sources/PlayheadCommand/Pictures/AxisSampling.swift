/// The source pixels that are averaged for each pixel of a scaled axis.
struct AxisSampling {
    /// The positions on the source axis, by the position on the scaled axis.
    let positions: [[Int]]

    /// Scales a part of an axis of `source` pixels to `count` pixels. `part` has fractions of the axis, in
    /// the direction of the scaled one; `isReversed` tells that the source runs in the other direction.
    init(source: Int, count: Int, part: Range<Double>, isReversed: Bool) {
        let length = (part.upperBound - part.lowerBound) / Double(max(count, 1))
        positions = (0..<max(count, 0)).map { index in
            let start = part.lowerBound + Double(index) * length
            let place = isReversed ? 1 - start - length : start
            return Self.pixels(from: place * Double(source), length: length * Double(source), of: source)
        }
    }

    /// Up to ``limit`` pixels that are evenly distributed over a range.
    private static func pixels(from start: Double, length: Double, of source: Int) -> [Int] {
        // Rounding errors must not add a pixel at an edge.
        let first = min(max(Int((start + 1e-6).rounded(.down)), 0), source - 1)
        let end = min(max(Int((start + length - 1e-6).rounded(.up)), first + 1), source)
        let count = end - first
        guard count > limit else { return Array(first..<end) }
        return (0..<limit).map { first + (2 * $0 + 1) * count / (2 * limit) }
    }

    /// More pixels per axis cost time and change no picture visibly.
    private static let limit = 8
}
