import PlayheadTesting

/// Finds what matters in a long list that makes something fail.
enum Shrinking {
    /// A short list that still fails, of which no element can be spared.
    static func shrink<Element: Sendable>(
        _ list: [Element], failing fails: ([Element]) async -> Bool
    ) async -> [Element] {
        await Subject.$limit.withValue(.seconds(1)) {
            await DeltaDebugging.shortest(of: list, failing: fails).elements
        }
    }
}
