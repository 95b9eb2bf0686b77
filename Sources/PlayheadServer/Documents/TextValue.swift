/// A value that a document writes as text or as a number.
protocol TextValue {
    /// Parses the value; nil if the text has another form.
    init?(text: String)
    var text: String { get }
    /// A description of the form, for error messages.
    static var form: String { get }
}

/// Codes a ``TextValue`` in a document.
struct TextCoded<Value: TextValue>: Codable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text: String? =
            if let number = try? container.decode(Int.self) { String(number) } else {
                try? container.decode(String.self)
            }
        guard let text, let value = Value(text: text) else {
            throw decoder.mistake("expected \(Value.form)" + (text.map { ", not `\($0)`" } ?? ""))
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let number = Int(value.text) {
            try container.encode(number)
        } else {
            try container.encode(value.text)
        }
    }
}

extension KeyedDecodingContainer {
    /// The value of a required key.
    func textValue<Value: TextValue>(_ key: Key) throws -> Value {
        try decode(TextCoded<Value>.self, forKey: key).value
    }

    /// The value of an optional key; nil if the key is absent.
    func textValueIfPresent<Value: TextValue>(_ key: Key) throws -> Value? {
        try decodeIfPresent(TextCoded<Value>.self, forKey: key)?.value
    }
}

extension KeyedEncodingContainer {
    mutating func encode(textValue value: some TextValue, forKey key: Key) throws {
        try encode(TextCoded(value), forKey: key)
    }
}

/// A number with a unit. Spaces between both are permitted.
struct Quantity {
    var number: Double
    var unit: Substring

    init?(_ text: some StringProtocol) {
        let text = Substring(text)
        let end = text.firstIndex { !"0123456789.".contains($0) } ?? text.endIndex
        guard let number = Double(text[..<end]), number.isFinite else { return nil }
        self.number = number
        unit = text[end...].drop { $0 == " " }
    }
}

extension Double {
    /// The number without unnecessary decimals.
    var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
