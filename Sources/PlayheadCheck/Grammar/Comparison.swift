internal import PlayheadServer

/// A condition that compares a number with an expected value.
package struct Comparison: Sendable, Hashable {
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        // A longer sign precedes the signs that it begins with.
        case atLeast = ">="
        case atMost = "<="
        case isNot = "!="
        case more = ">"
        case less = "<"
        case equals = "="
    }

    package var relation: Relation
    /// The expected value, in seconds for a time; nil means `none`.
    package var value: Double?
    package var tolerance = 0.0

    /// Whether a number meets the condition; nil means that the number is unknown.
    package func holds(for found: Double?, in unit: Metric.Unit) -> Bool {
        guard let found, let value else {
            return relation == .isNot ? (found == nil) != (value == nil) : found == nil && value == nil
        }
        // Reports round times to 1 ms, so values that differ by less are equal.
        let margin = tolerance + (tolerance == 0 && unit == .time ? 0.000_5 : 1e-9)
        return switch relation {
        case .equals: abs(found - value) <= margin
        case .isNot: abs(found - value) > margin
        case .atLeast: found >= value - margin
        case .atMost: found <= value + margin
        case .more: found > value
        case .less: found < value
        }
    }
}

extension Comparison {
    /// Parses the text after a relation: a number with a unit, and a tolerance.
    package init(_ relation: Relation, _ text: String, in unit: Metric.Unit) throws(WordingError) {
        self.relation = relation
        let parts = Self.signs.reduce(text) { $0.replacing($1, with: "±") }
            .split(separator: "±", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
        guard parts.count <= 2 else { throw .expected(Self.form(of: unit), not: text) }
        let isEquality = relation == .equals || relation == .isNot
        if parts[0] == "none", parts.count == 1, isEquality, unit != .count { return }
        value = try Self.number(parts[0], in: unit)
        guard parts.count == 2 else { return }
        guard isEquality else { throw WordingError("± belongs to = and !=, not to \(relation.rawValue)") }
        tolerance = try Self.number(parts[1], in: unit)
        if tolerance < 0 { throw WordingError("what stands behind ± must not be negative") }
    }

    private static let signs = ["+/-", "+-"]

    private static func form(of unit: Metric.Unit) -> String {
        switch unit {
        case .time: Span.form
        case .count: "a whole number"
        case .number: "a number"
        }
    }

    private static func number(_ text: String, in unit: Metric.Unit) throws(WordingError) -> Double {
        let number: Double? =
            switch unit {
            case .time: Span(text: text).map { $0.duration / .seconds(1) }
            case .count: Int(text).flatMap { $0 < 0 ? nil : Double($0) }
            case .number: Double(decimal: text)
            }
        guard let number else { throw .expected(form(of: unit), not: text) }
        return number
    }
}

extension Double {
    /// Parses a decimal number without an exponent; nil for any other text.
    init?(decimal text: String) {
        guard text.allSatisfy({ "0123456789.+-".contains($0) }), let number = Double(text) else { return nil }
        self = number
    }

    /// The number rounded to 0.001, without unnecessary decimals.
    var plain: String {
        let thousandths = (self * 1000).rounded()
        guard abs(thousandths) < 1e15 else { return String(self) }
        let text = String(thousandths / 1000)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension StringProtocol {
    /// The text without surrounding white space.
    package var trimmingSpaces: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
