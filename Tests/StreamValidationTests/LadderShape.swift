import TestBasics

/// The properties of a made stream.
struct LadderShape: Sendable, CustomStringConvertible {
    var variants = 3
    var segments = 6
    /// The frames per second, and of each segment.
    var rate = 25
    var segmentSeconds = 4
    var hasAudioGroup = true
    var hasSubtitles = true
    var hasIFrames = true
    /// Sizes of samples vary by this fraction.
    var unevenness = 0.0
    var discontinuity: Int?
    var hasDates = false
    var seed: UInt64 = 1

    /// A shape by chance.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        variants = Int.random(in: 1...6, using: &random)
        segments = Int.random(in: 1...8, using: &random)
        rate = [10, 24, 25, 30, 50, 60].randomElement(using: &random) ?? 25
        segmentSeconds = Int.random(in: 2...8, using: &random)
        hasAudioGroup = .random(using: &random)
        hasSubtitles = .random(using: &random)
        hasIFrames = .random(using: &random)
        unevenness = .random(in: 0...0.9, using: &random)
        hasDates = .random(using: &random)
        if segments > 2, Bool.random(using: &random) {
            discontinuity = Int.random(in: 1..<segments, using: &random)
        }
    }

    init() {}

    var description: String { "seed \(seed)" }
}
