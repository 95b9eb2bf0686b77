internal import Playhead
internal import PlayheadServer

extension Predicate {
    /// Parses an expectation without surrounding white space.
    init(_ text: String) throws(WordingError) {
        if text.hasPrefix("no-") {
            let word = text.dropFirst(3)
            guard let defect = Defect(rawValue: String(word)) else {
                throw .unknown(text, known: Defect.allCases.map { "no-" + $0.rawValue })
            }
            self = .no(defect)
            return
        }
        let (left, relation, right) = try Self.parts(of: text)
        if let attribute = Attribute(rawValue: left) {
            guard relation == .equals || relation == .isNot else {
                throw WordingError("`\(left)` is a word: it can be compared by = and != alone")
            }
            self = .word(attribute, isNot: relation == .isNot, try attribute.words(in: right))
        } else {
            let metric = try Metric(left)
            self = .measure(metric, try Comparison(relation, right, in: metric.unit))
        }
    }

    /// Splits an expectation into the text before the relation, the relation, and the text after it.
    package static func parts(
        of text: String
    ) throws(WordingError) -> (left: String, Comparison.Relation, right: String) {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard !isQuoted, let (relation, length) = relationBeginning(text[index...]) else { continue }
            let right = text[index...].dropFirst(length).trimmingSpaces
            let left = text[..<index].trimmingSpaces
            if right.isEmpty { throw WordingError("nothing stands behind \(relation.rawValue)") }
            return (left, relation, right)
        }
        throw .expected("an expectation such as duration=12s±40ms, no-stall or ends=natural", not: text)
    }

    private static let otherForms: [(String, Comparison.Relation)] = [
        ("==", .equals), ("≥", .atLeast), ("≤", .atMost), ("≠", .isNot),
    ]

    private static func relationBeginning(_ text: Substring) -> (Comparison.Relation, length: Int)? {
        if let (form, relation) = otherForms.first(where: { text.hasPrefix($0.0) }) {
            return (relation, form.count)
        }
        return Comparison.Relation.allCases.first { text.hasPrefix($0.rawValue) }
            .map { ($0, $0.rawValue.count) }
    }
}

extension Metric {
    /// Parses the name of a metric.
    init(_ text: String) throws(WordingError) {
        if let pattern = text.argument(of: "requests") {
            guard !pattern.isEmpty else { throw WordingError("the path is empty; ** is every path") }
            self = .requests(PathPattern(pattern))
        } else if let metric = Self.named[text] {
            self = metric
        } else {
            let names = Self.named.keys.sorted() + Attribute.allCases.map(\.rawValue)
            throw .unknown(text, known: names + ["requests(\"…\")", "no-…"])
        }
    }
}

extension Attribute {
    /// The permitted words of this attribute; nil permits any text.
    private var vocabulary: [String]? {
        switch self {
        case .ends: EndReason.allCases.map(\.rawValue) + [Self.nothing]
        case .error: PlayerError.Code.allCases.map(\.rawValue) + [Self.nothing]
        case .state: PlaybackState.all.map(\.name)
        case .status: ItemStatus.allCases.map(\.rawValue)
        case .subtitle: nil
        }
    }

    /// The word for a missing value.
    static let nothing = "none"

    fileprivate func words(in text: String) throws(WordingError) -> [String] {
        guard let vocabulary else { return [text.unquoted] }
        let words = text.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmingSpaces)
        for word in words where !vocabulary.contains(word) {
            throw .unknown(word, known: vocabulary)
        }
        return words
    }
}

extension PlaybackState {
    /// All states.
    static let all: [PlaybackState] = [
        .idle, .paused(buffering: false), .paused(buffering: true), .playing(buffering: false),
        .playing(buffering: true),
    ]
}

extension String {
    /// The argument in parentheses after a name, without quotation marks; nil if the text has another form.
    func argument(of name: String) -> String? {
        guard hasPrefix(name + "("), hasSuffix(")") else { return nil }
        return dropFirst(name.count + 1).dropLast().trimmingSpaces.unquoted
    }

    /// The text without surrounding quotation marks.
    var unquoted: String {
        count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self
    }
}
