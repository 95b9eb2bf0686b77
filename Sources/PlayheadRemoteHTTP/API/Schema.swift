internal import PlayheadRemote

/// What a field of a request may be: checks values, and describes itself in JSON Schema.
indirect enum Schema: Sendable {
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case text(atMost: Int)
    case words([String])
    case texts(atMost: Int, length: Int)
    case null
    case any([Schema])

    func accepts(_ value: RemoteValue) -> Bool {
        switch (self, value) {
        case (.boolean, .bool), (.null, .null): true
        case (.integer(let range), _): value.whole.map(range.contains) ?? false
        case (.number(let range), .int(let number)): range.contains(Double(number))
        case (.number(let range), .number(let number)): range.contains(number)
        case (.text(let limit), .string(let text)): (1...limit).contains(text.unicodeScalars.count)
        case (.words(let words), .string(let text)): words.contains(text)
        case (.texts(let limit, let length), .list(let values)):
            (1...limit).contains(values.count)
                && values.allSatisfy { Schema.text(atMost: length).accepts($0) }
        case (.any(let schemas), _): schemas.contains { $0.accepts(value) }
        default: false
        }
    }

    /// What it accepts, in words.
    var words: String {
        switch self {
        case .boolean: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .text(let limit): "a text of 1 to \(limit) characters"
        case .words(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .texts(let limit, let length): "1 to \(limit) texts of at most \(length) characters"
        case .null: "null"
        case .any(let schemas): schemas.map(\.words).joined(separator: ", or ")
        }
    }

    var json: RemoteValue {
        switch self {
        case .boolean: ["type": "boolean"]
        case .integer(let range):
            ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)]
        case .number(let range):
            ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .text(let limit): ["type": "string", "minLength": .int(1), "maxLength": .int(limit)]
        case .words(let words): ["type": "string", "enum": .list(words.map(RemoteValue.string))]
        case .texts(let limit, let length):
            [
                "type": "array", "minItems": .int(1), "maxItems": .int(limit),
                "items": Schema.text(atMost: length).json,
            ]
        case .null: ["type": "null"]
        case .any(let schemas): ["anyOf": .list(schemas.map(\.json))]
        }
    }
}

extension RemoteValue {
    /// The value as a whole number; nil for others.
    var whole: Int? {
        switch self {
        case .int(let number): number
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }
}

/// A field of the JSON body of a command.
struct Field: Sendable {
    let name: String
    let schema: Schema
    let summary: String
    var isRequired = true

    init(_ name: String, _ schema: Schema, _ summary: String, isRequired: Bool = true) {
        (self.name, self.schema, self.summary, self.isRequired) = (name, schema, summary, isRequired)
    }
}
