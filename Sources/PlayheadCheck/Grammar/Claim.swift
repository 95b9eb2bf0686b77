/// What an expectation says.
package enum Claim: Sendable, Hashable {
    case no(Trouble)
    case measure(Subject, Comparison)
    /// The fact is one of these words, or is none of them.
    case word(Fact, isNot: Bool, [String])
}

extension Claim {
    /// Whether it says how playback should have come out.
    var isAboutTheOutcome: Bool {
        switch self {
        case .no(.error), .word(.ends, _, _), .word(.error, _, _), .measure(.exit, _): true
        case .word(.status, _, let words): words.contains("failed")
        default: false
        }
    }
}
