internal import Playhead

/// The result of comparing an expectation with measurements.
enum Verdict: Hashable {
    case met
    /// The expectation is not met. The text has the expected and the actual value.
    case unmet(String)
    /// The measurement is missing. The text has the reason.
    case unknown(String)
}

extension Predicate {
    /// Compares measurements with the predicate.
    func evaluate(_ measurements: Measurements) -> Verdict {
        switch self {
        case .no(let defect):
            let found = measurements.defects(defect)
            if found.isEmpty { return .met }
            return .unmet("expected no \(defect.rawValue), found \(found.joined(separator: "; "))")
        case .measure(let metric, let comparison):
            switch measurements.number(metric) {
            case .unknown(let reason): return .unknown(reason)
            case .number(let found):
                if comparison.holds(for: found, in: metric.unit) { return .met }
                return .unmet(
                    "expected \(comparison.text(in: metric.unit)), found \(metric.unit.text(found))")
            }
        case .word(let attribute, let isNot, let words):
            let found = measurements.word(attribute)
            let isThere = words.contains(found ?? Attribute.nothing)
            if isThere != isNot { return .met }
            let wanted = (isNot ? "anything but " : "") + words.joined(separator: " or ")
            let detail =
                attribute == .error || attribute == .ends
                ? measurements.snapshot.error.map { " (\($0))" } ?? "" : ""
            return .unmet("expected \(wanted), found \(found ?? Attribute.nothing)\(detail)")
        }
    }
}

extension Predicate {
    /// How the measured value differs from the expected one, as in ``CheckCase/found``.
    func found(in measurements: Measurements) -> String? {
        switch self {
        case .no: return nil
        case .word(let attribute, _, _): return measurements.word(attribute) ?? Attribute.nothing
        case .measure(let metric, let comparison):
            guard case .number(let found?) = measurements.number(metric) else { return Attribute.nothing }
            guard let value = comparison.value, abs(found - value) > 1e-9 else { return "same" }
            return found < value ? "less" : "more"
        }
    }
}

extension Comparison {
    /// The expected value as text.
    fileprivate func text(in unit: Metric.Unit) -> String {
        let margin = tolerance > 0 ? "±" + unit.text(tolerance) : ""
        return relation.text + unit.text(value) + margin
    }
}

extension Comparison.Relation {
    fileprivate var text: String {
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

extension Metric.Unit {
    /// A number with its unit, as text.
    func text(_ number: Double?) -> String {
        guard let number else { return Attribute.nothing }
        return number.plain + (self == .time ? " s" : "")
    }
}
