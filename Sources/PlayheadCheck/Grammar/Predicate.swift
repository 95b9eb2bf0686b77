/// The condition of an expectation.
package enum Predicate: Sendable, Hashable {
    case no(Defect)
    case measure(Metric, Comparison)
    /// The attribute is one of these words, or none of them.
    case word(Attribute, isNot: Bool, [String])
}

extension Predicate {
    /// Whether the predicate is about the end of playback.
    var isAboutTheOutcome: Bool {
        switch self {
        case .no(.error), .word(.ends, _, _), .word(.error, _, _), .measure(.exit, _): true
        case .word(.status, _, let words): words.contains("failed")
        default: false
        }
    }
}
