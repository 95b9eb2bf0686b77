/// The heights of the bars of a spectrum, from 0 to 1. They rise to new levels at once, and fall slowly.
struct SpectrumBars: Sendable {
    /// The level of a bar without height, in dBFS. A bar of full height has 0.
    static let least = -60.0
    /// The heights by which a bar rises and falls within a second.
    private static let (rise, fall) = (25.0, 1.5)

    private(set) var heights: [Double]
    private var targets: [Double]

    init(count: Int) {
        heights = Array(repeating: 0, count: count)
        targets = heights
    }

    /// Whether no bar has a height, or will have one.
    var areAtRest: Bool { !heights.contains { $0 > 0 } && !targets.contains { $0 > 0 } }

    /// Whether levels in dBFS are too low for any bar.
    static func areSilent(_ levels: [Double]) -> Bool { !levels.contains { $0 > least } }

    /// Lets the bars move to levels in dBFS.
    mutating func aim(at levels: [Double]) {
        targets = levels.map { min(max(1 - $0 / Self.least, 0), 1) }
    }

    /// Lets the bars fall to the ground.
    mutating func drop() { targets = Array(repeating: 0, count: targets.count) }

    /// Moves the bars for a time.
    mutating func move(for seconds: Double) {
        for index in heights.indices {
            let (height, target) = (heights[index], targets[index])
            heights[index] =
                target > height
                ? min(target, height + Self.rise * seconds) : max(target, height - Self.fall * seconds)
        }
    }
}
