import PlayheadSystem

/// Builds a JSON object with fields in order, on one line without spaces, in UTF-8.
struct JSONObject {
    private(set) var text = "{"

    /// Adds a field with a value that is already JSON.
    mutating func add(_ name: String, json value: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(name)\":\(value)"
    }

    mutating func add(_ name: String, _ value: String) { add(name, json: value.jsonQuoted) }
    mutating func add(_ name: String, _ value: Int) { add(name, json: String(value)) }
    mutating func add(_ name: String, _ value: Bool) { add(name, json: value ? "true" : "false") }
    mutating func add(_ name: String, _ value: Double) { add(name, json: value.jsonNumber) }
    mutating func add(_ name: String, _ value: Duration) { add(name, json: value.jsonSeconds) }

    /// Adds a field that is `null` without a value.
    mutating func add(_ name: String, orNull value: String?) { add(name, json: value?.jsonQuoted ?? "null") }
    mutating func add(_ name: String, orNull value: Int?) {
        add(name, json: value.map { String($0) } ?? "null")
    }
    mutating func add(_ name: String, orNull value: Duration?) {
        add(name, json: value?.jsonSeconds ?? "null")
    }

    /// The complete object.
    var closed: String { text + "}" }
}
