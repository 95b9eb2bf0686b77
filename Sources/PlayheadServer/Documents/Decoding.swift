extension Decoder {
    /// Makes an error for the value that is being decoded.
    package func mistake(_ message: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }

    /// Decodes a single value or a list of values.
    func oneOrMany<Value: Decodable>() throws -> [Value] {
        if var list = try? unkeyedContainer() {
            var values: [Value] = []
            while !list.isAtEnd { values.append(try list.decode(Value.self)) }
            return values
        }
        return [try singleValueContainer().decode(Value.self)]
    }

    /// Decodes a mapping and rejects unknown keys. The keys in `others` are permitted; another decoder reads
    /// them.
    package func container<Key: CodingKey & CaseIterable>(
        knowing type: Key.Type, beside others: [String] = []
    ) throws -> KeyedDecodingContainer<Key> {
        let known = others + Key.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw UnknownKey(key.stringValue, at: codingPath, known: known).error
        }
        return try container(keyedBy: type)
    }
}

extension Array where Element: Encodable {
    /// Writes a single element alone, and several elements as a list.
    func encodeOneOrMany(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if count == 1 { try container.encode(self[0]) } else { try container.encode(self) }
    }
}

/// A coding key with any text.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The error for an unknown key. Its position is that of the key, not of the value.
struct UnknownKey: Error {
    let error: DecodingError

    init(_ key: String, at path: [any CodingKey], known: [String]) {
        error = .dataCorrupted(
            DecodingError.Context(
                codingPath: path + [AnyKey(stringValue: key)],
                debugDescription: "`\(key)` is not known here; known are \(known.joined(separator: ", "))",
                underlyingError: Marker()))
    }

    /// Marks a `DecodingError` as one about an unknown key.
    struct Marker: Error {}
}
