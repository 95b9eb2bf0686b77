import Testing

/// What a test says of a seed that failed.
enum GeneratorReport {
    static func record(seed: UInt64, _ faults: [String], steps: String) {
        Issue.record("PLAYHEAD_SEED=\(seed): \(faults.joined(separator: "; "))\nfrom \(steps)")
    }

    /// Whether among some faults is one that breaks the same promise as the first of others.
    static func breaks(_ expected: [String], _ found: [String]) -> Bool {
        guard let promise = expected.first?.prefix(while: { $0 != ":" }) else { return false }
        return found.contains { $0.hasPrefix(promise) }
    }
}
