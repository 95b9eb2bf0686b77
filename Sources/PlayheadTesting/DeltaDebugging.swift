/// Finds the elements of a list that make something fail, by delta debugging (Zeller and Hildebrandt, “Simplifying
/// and Isolating Failure-Inducing Input”, 2002).
package enum DeltaDebugging {
    /// A short list that still fails, made by leaving elements out. If it is minimal, no element can be spared;
    /// otherwise the trials were used up.
    package static func shortest<Element: Sendable>(
        of list: [Element], maximumTrials: Int = .max, failing fails: ([Element]) async -> Bool
    ) async -> (elements: [Element], isMinimal: Bool) {
        var (shortest, size, trials) = (list, max(list.count / 2, 1), 0)
        while !shortest.isEmpty {
            var (start, didShrink) = (0, false)
            while start < shortest.count {
                if trials >= maximumTrials { return (shortest, false) }
                trials += 1
                let end = min(start + size, shortest.count)
                let candidate = Array(shortest[..<start] + shortest[end...])
                if await fails(candidate) {
                    (shortest, didShrink) = (candidate, true)
                } else {
                    start = end
                }
            }
            if size == 1, !didShrink { break }
            if !didShrink { size /= 2 }
        }
        return (shortest, true)
    }
}
