import Foundation

/// How much chance there is in a run of the tests, and which.
///
/// `PLAYHEAD_SEED` names the first seed, or with `random` lets chance choose it; alone, it is the only one. `PLAYHEAD_SEQUENCES` says how
/// many there are, for the player over the fake; over real media there are a twentieth as many.
struct GeneratorSettings {
    var firstSeed: UInt64 = 1
    var count: Int

    /// What the environment says, or else as many seeds as the suite has time for.
    init(count standard: Int, share: Int = 1) {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["PLAYHEAD_SEED"]
        count = environment["PLAYHEAD_SEQUENCES"].flatMap { Int($0) }.map { max($0 / share, 1) } ?? standard
        guard let seed else { return }
        if let number = UInt64(seed) {
            firstSeed = number
            if environment["PLAYHEAD_SEQUENCES"] == nil { count = 1 }
        } else {
            firstSeed = .random(in: 1...UInt64(Int32.max))
        }
    }

    var seeds: [UInt64] { (0..<UInt64(count)).map { firstSeed &+ $0 } }
}
