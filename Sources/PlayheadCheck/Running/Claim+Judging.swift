internal import Playhead

/// What is said of an expectation.
enum Verdict: Hashable {
    case met
    /// What was expected and what was found, in a sentence.
    case unmet(String)
    /// Why it cannot be told.
    case untold(String)
}

extension Claim {
    /// Holds the expectation against what is true.
    func judge(_ facts: Facts) -> Verdict {
        switch self {
        case .no(let trouble):
            let found = facts.troubles(trouble)
            if found.isEmpty { return .met }
            return .unmet("expected no \(trouble.rawValue), found \(found.joined(separator: "; "))")
        case .measure(let subject, let comparison):
            switch facts.number(subject) {
            case .untold(let reason): return .untold(reason)
            case .number(let found):
                if comparison.holds(for: found, in: subject.unit) { return .met }
                return .unmet(
                    "expected \(comparison.told(in: subject.unit)), found \(subject.unit.told(found))")
            }
        case .word(let fact, let isNot, let words):
            let found = facts.word(fact)
            let isThere = words.contains(found ?? Fact.nothing)
            if isThere != isNot { return .met }
            let wanted = (isNot ? "anything but " : "") + words.joined(separator: " or ")
            let detail = fact == .error || fact == .ends ? facts.snapshot.error.map { " (\($0))" } ?? "" : ""
            return .unmet("expected \(wanted), found \(found ?? Fact.nothing)\(detail)")
        }
    }
}

extension Comparison {
    /// What it wants, for people.
    fileprivate func told(in unit: Subject.Unit) -> String {
        let margin = tolerance > 0 ? "±" + unit.told(tolerance) : ""
        return relation.told + unit.told(value) + margin
    }
}

extension Comparison.Relation {
    fileprivate var told: String {
        switch self {
        case .equals: ""
        case .isNot: "anything but "
        case .atLeast: "at least "
        case .atMost: "at most "
        case .more: "more than "
        case .less: "less than "
        }
    }
}

extension Subject.Unit {
    /// A number with its unit, for people.
    func told(_ number: Double?) -> String {
        guard let number else { return Fact.nothing }
        return number.plain + (self == .time ? " s" : "")
    }
}
