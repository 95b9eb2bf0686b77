/// Random numbers that a seed makes repeatable (SplitMix64). What follows from one seed is not to be found again in what follows from another:
/// it begins at a place that is drawn from the seed.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    package init(seed: UInt64) { state = Self.mixed(seed &* Self.step) }

    package mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mixed(state)
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
}
