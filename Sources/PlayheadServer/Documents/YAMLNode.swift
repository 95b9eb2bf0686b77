/// A node of a YAML document, with its position.
package struct YAMLNode: Sendable {
    package indirect enum Content: Sendable {
        /// A text. A plain one, without quotation marks, may stand for a number, a truth value or nothing.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// The keys are unique; merged mappings (`<<`) are included.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// A line and a column, from 1, in Unicode scalars.
    package struct Mark: Sendable, Hashable {
        package var line: Int
        package var column: Int
    }

    package var content: Content
    package var mark: Mark

    /// The text of a scalar.
    package var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The text of a scalar without quotation marks.
    var plainText: String? {
        if case .scalar(let text, isPlain: true) = content { text } else { nil }
    }

    /// Whether the node stands for no value.
    package var isNull: Bool { plainText.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false }

    /// The truth value; nil for any other node.
    package var truth: Bool? {
        switch plainText?.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// The integer, decimal or with the prefix `0x`, `0o` or `0b`; nil for any other node and beyond the
    /// range of the type.
    package func integer<Value: FixedWidthInteger>() -> Value? {
        guard let text = plainText?.filter({ $0 != "_" }) else { return nil }
        let sign = text.first.flatMap { "+-".contains($0) ? String($0) : nil } ?? ""
        let digits = text.dropFirst(sign.count)
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return Value(sign + digits.dropFirst(2), radix: radix)
        }
        return Value(text)
    }

    /// The number; nil for any other node.
    package var number: Double? {
        switch plainText?.lowercased() {
        case nil: nil
        case ".inf", "+.inf": .infinity
        case "-.inf": -.infinity
        case ".nan": .nan
        case let text?:
            text.contains { $0.isLetter && $0 != "e" }
                ? (integer() as Int?).map { Double($0) } : Double(text.filter { $0 != "_" })
        }
    }
}
