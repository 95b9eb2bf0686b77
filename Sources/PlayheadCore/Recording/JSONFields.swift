/// The fields of one JSON object with their values as JSON text, for a comparison field by field without a
/// model.
///
/// Other JSON values have no fields; the text is not validated further.
package struct JSONFields: Sendable {
    private var values: [String: String] = [:]

    package init() {}

    package init(_ json: some Sequence<UInt8>) {
        var scanner = JSONScanner(json)
        while let (name, value) = scanner.nextField() { values[name] = value }
    }

    package init(_ json: String) { self.init(json.utf8) }

    /// The value of a field as JSON; nil for `null`.
    package subscript(_ name: String) -> String? {
        get { values[name].flatMap { $0 == "null" ? nil : $0 } }
        set { values[name] = newValue ?? "null" }
    }

    package var isEmpty: Bool { values.isEmpty }
    /// The names of all fields in alphabetical order.
    package var names: [String] { values.keys.sorted() }

    /// The object as JSON.
    package var text: String {
        "{" + names.map { "\"\($0)\":\(self[$0] ?? "null")" }.joined(separator: ",") + "}"
    }

    /// The fields that differ in another object.
    package func changes(since old: JSONFields) -> JSONFields {
        var changes = JSONFields()
        for name in Set(names).union(old.names) where self[name] != old[name] { changes[name] = self[name] }
        return changes
    }

    /// Adds the fields of another object.
    package mutating func merge(_ other: JSONFields) {
        values.merge(other.values) { _, new in new }
    }

    /// Adds missing fields of another object, recursively in shared objects, or only there.
    package mutating func fill(from other: JSONFields, onlyInside: Bool = false) {
        for (name, value) in other.values {
            guard let own = values[name] else {
                if !onlyInside { values[name] = value }
                continue
            }
            var (inner, others) = (JSONFields(own), JSONFields(value))
            // Objects without a common field are two cases of an enumeration.
            guard inner.values.keys.contains(where: others.values.keys.contains) else { continue }
            inner.fill(from: others)
            values[name] = inner.text
        }
    }
}

/// Splits a JSON object at its outermost commas.
private struct JSONScanner {
    private var bytes: [UInt8]
    private var index = 0

    init(_ json: some Sequence<UInt8>) {
        bytes = Array(json)
        skipSpace()
        if take("{") { return }
        index = bytes.count
    }

    mutating func nextField() -> (name: String, value: String)? {
        skipSpace()
        _ = take(",")
        skipSpace()
        let start = index
        guard peek == "\"", skipString() else { return nil }
        let name = String(decoding: bytes[(start + 1)..<(index - 1)], as: UTF8.self)
        skipSpace()
        guard take(":") else { return nil }
        skipSpace()
        return skipValue().map { (name, $0) }
    }

    private var peek: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == character else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let peek, " \t\r\n".unicodeScalars.contains(peek) { index += 1 }
    }

    /// Returns false if the string has no end.
    private mutating func skipString() -> Bool {
        index += 1
        while let character = peek {
            index += character == "\\" ? 2 : 1
            if character == "\"" { return true }
        }
        return false
    }

    private mutating func skipValue() -> String? {
        let start = index
        var depth = 0
        while let peek {
            switch peek {
            case "\"":
                guard skipString() else { return nil }
                continue
            case "{", "[": depth += 1
            case "}", "]":
                if depth == 0 { return text(from: start) }
                depth -= 1
            case "," where depth == 0: return text(from: start)
            default: break
            }
            index += 1
        }
        return nil
    }

    private func text(from start: Int) -> String? {
        var end = index
        while end > start, " \t\r\n".utf8.contains(bytes[end - 1]) { end -= 1 }
        return end > start ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
    }
}
