internal import PlayheadSystem

/// A value of a message: JSON's values, with whole numbers apart.
package enum RemoteValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case number(Double)
    case string(String)
    case list([RemoteValue])
    case map([String: RemoteValue])

    /// A value for an optional; `null` for nil.
    package static func optional(_ text: String?) -> RemoteValue { text.map(RemoteValue.string) ?? .null }

    /// The value as JSON on one line, with numbers as mpv writes them.
    package var json: String { json { $0.isFinite ? $0.sixDecimals : "null" } }

    /// The value as JSON on one line; the keys of an object are in alphabetical order.
    package func json(_ number: (Double) -> String) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .number(let value): number(value)
        case .string(let value): value.jsonQuoted
        case .list(let values): "[" + values.map { $0.json(number) }.joined(separator: ",") + "]"
        case .map(let fields):
            "{"
                + fields.sorted { $0.key < $1.key }.map { "\($0.key.jsonQuoted):\($0.value.json(number))" }
                .joined(separator: ",") + "}"
        }
    }

    /// The value of a key of an object; nil without it.
    package subscript(key: String) -> RemoteValue? {
        if case .map(let fields) = self { fields[key] } else { nil }
    }

    /// The value below a path such as `0/filename` or `count`; nil without one.
    func value(at path: some Collection<Substring>) -> RemoteValue? {
        guard let name = path.first else { return self }
        let rest = path.dropFirst()
        switch self {
        case .list(let values) where name == "count" && rest.isEmpty: return .int(values.count)
        case .list(let values):
            guard let index = Int(name), values.indices.contains(index) else { return nil }
            return values[index].value(at: rest)
        case .map(let fields) where name == "by-key": return RemoteValue.map(fields).value(at: rest)
        case .map(let fields): return fields[String(name)]?.value(at: rest)
        default: return nil
        }
    }
}

extension RemoteValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral values: RemoteValue...) { self = .list(values) }
    package init(dictionaryLiteral fields: (String, RemoteValue)...) {
        self = .map(Dictionary(fields) { first, _ in first })
    }
}

extension Double {
    /// The number with six decimals, as mpv writes it.
    var sixDecimals: String {
        guard let millionths = Int(exactly: (self * 1e6).rounded()) else { return "\(self)" }
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(millionths < 0 ? "-" : "")\(whole).\(String(rest + 1_000_000).dropFirst())"
    }
}
