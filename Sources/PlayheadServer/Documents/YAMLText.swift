internal import PlayheadSystem

extension Document {
    /// The YAML text of a value, which is decoded to an equal value.
    package static func text(of value: some Encodable) throws -> String {
        let draft = YAMLDraft()
        try YAMLEncoding(draft).encode(value)
        return draft.block(indented: 0)
    }
}

extension YAMLDraft {
    /// The longest node that is written on one line, in characters.
    private static let lineLength = 90

    /// The node in lines with an indentation. Each line ends with a line feed.
    fileprivate func block(indented depth: Int) -> String {
        let margin = String(repeating: " ", count: depth)
        switch content {
        case .mapping(let pairs) where !pairs.isEmpty:
            return pairs.map { margin + $0.key.yamlScalar + ":" + $0.value.following(depth) }.joined()
        case .sequence(let elements) where !elements.isEmpty:
            return elements.map { element in
                if let line = element.line { return "\(margin)- \(line)\n" }
                // The first line of the element takes the place of its margin.
                return margin + "- " + element.block(indented: depth + 2).dropFirst(depth + 2)
            }.joined()
        default: return margin + flow + "\n"
        }
    }

    /// What follows the colon of a key.
    private func following(_ depth: Int) -> String {
        if case .sequence(let elements) = content, !elements.isEmpty {
            return "\n" + block(indented: depth + 2)
        }
        if depth > 0 || isScalar, let line { return " " + line + "\n" }
        if case .mapping(let pairs) = content, pairs.isEmpty { return " {}\n" }
        return isScalar ? " \(flow)\n" : isEmpty ? " []\n" : "\n" + block(indented: depth + 2)
    }

    private var isScalar: Bool { if case .scalar = content { true } else { false } }
    private var isEmpty: Bool {
        if case .sequence(let elements) = content { elements.isEmpty } else { false }
    }

    /// The node on one line; nil if that is too long.
    private var line: String? {
        let text = flow
        return isScalar || text.count <= Self.lineLength ? text : nil
    }

    private var flow: String {
        switch content {
        case .scalar(let text): text
        case .sequence(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
        case .mapping(let pairs):
            "{" + pairs.map { "\($0.key.yamlScalar): \($0.value.flow)" }.joined(separator: ", ") + "}"
        }
    }
}

extension String {
    /// The text as a scalar of YAML: without quotation marks if every reader takes it for a text.
    var yamlScalar: String {
        isPlainInYAML ? self : quoted(escaping: Self.isEscapedInYAML)
    }

    private static func isEscapedInYAML(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}",
            "\u{FFFF}":
            true
        default: false
        }
    }

    private static let words: Set = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

    private var isPlainInYAML: Bool {
        let others = " ._-/=<>+*()%|&?~@^;\"±≤≥≠"
        guard let first = unicodeScalars.first, last != " ", !Self.words.contains(lowercased()),
            unicodeScalars.allSatisfy({ scalar in
                let isWord =
                    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isWord || others.unicodeScalars.contains(scalar)
            })
        else { return false }
        // A number with a unit, such as `500 ms`; anything else that begins with a digit might be a number or
        // a date.
        if ("0"..."9").contains(first) { return contains(" ") && contains(where: \.isLetter) }
        return first == "/" || first == "_" || first.properties.isAlphabetic
    }
}
