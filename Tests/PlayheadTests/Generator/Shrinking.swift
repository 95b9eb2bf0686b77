/// Finds what matters in a long list that makes something fail.
enum Shrinking {
    /// A short list that still fails, made by leaving elements out: by delta debugging (Zeller and Hildebrandt, “Simplifying and
    /// Isolating Failure-Inducing Input”, 2002). When it returns, no element can be spared.
    static func shrink<Element: Sendable>(
        _ list: [Element], failing fails: ([Element]) async -> Bool
    ) async -> [Element] {
        await Subject.$limit.withValue(.seconds(1)) { await shortest(of: list, failing: fails) }
    }

    private static func shortest<Element: Sendable>(
        of list: [Element], failing fails: ([Element]) async -> Bool
    ) async -> [Element] {
        var shortest = list
        var size = max(list.count / 2, 1)
        while !shortest.isEmpty {
            var start = 0
            var didShrink = false
            while start < shortest.count {
                let end = min(start + size, shortest.count)
                let candidate = Array(shortest[..<start] + shortest[end...])
                if await fails(candidate) {
                    shortest = candidate
                    didShrink = true
                } else {
                    start = end
                }
            }
            if size == 1, !didShrink { break }
            if !didShrink { size /= 2 }
        }
        return shortest
    }
}
