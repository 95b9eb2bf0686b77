/// A value that is a word or a number in a file.
protocol Spelled {
    /// Reads it; nil for what it is not.
    init?(spelling: String)
    var spelling: String { get }
    /// What it looks like, for a person who got it wrong.
    static var form: String { get }
}

/// Such a value as it stands in a file.
struct Word<Value: Spelled>: Codable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text: String? =
            if let number = try? container.decode(Int.self) { String(number) } else {
                try? container.decode(String.self)
            }
        guard let text, let value = Value(spelling: text) else {
            throw decoder.mistake("expected \(Value.form)" + (text.map { ", not `\($0)`" } ?? ""))
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let number = Int(value.spelling) {
            try container.encode(number)
        } else {
            try container.encode(value.spelling)
        }
    }
}

extension KeyedDecodingContainer {
    /// The value of a key, which has to be there.
    func word<Value: Spelled>(_ key: Key) throws -> Value { try decode(Word<Value>.self, forKey: key).value }

    /// The value of a key, if it is there.
    func wordIfPresent<Value: Spelled>(_ key: Key) throws -> Value? {
        try decodeIfPresent(Word<Value>.self, forKey: key)?.value
    }
}

extension KeyedEncodingContainer {
    mutating func encode(word value: some Spelled, forKey key: Key) throws {
        try encode(Word(value), forKey: key)
    }
}

/// A number and the unit behind it, which may be apart from it.
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
    /// The number without needless decimals.
    var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
