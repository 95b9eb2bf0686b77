extension Decoder {
    /// What is wrong with the value that is being read.
    package func mistake(_ message: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }

    /// The value, which may stand alone or in a list.
    func oneOrMany<Value: Decodable>() throws -> [Value] {
        if var list = try? unkeyedContainer() {
            var values: [Value] = []
            while !list.isAtEnd { values.append(try list.decode(Value.self)) }
            return values
        }
        return [try singleValueContainer().decode(Value.self)]
    }

    /// The keys of a mapping, all of which have to be known, if not here, then to somebody else who reads it.
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
    /// Writes the one element alone, or a list.
    func encodeOneOrMany(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if count == 1 { try container.encode(self[0]) } else { try container.encode(self) }
    }
}

/// Any key of a mapping.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A key that nothing is known by. Not the value is wrong then, but the key.
struct UnknownKey: Error {
    let error: DecodingError

    init(_ key: String, at path: [any CodingKey], known: [String]) {
        error = .dataCorrupted(
            DecodingError.Context(
                codingPath: path + [AnyKey(stringValue: key)],
                debugDescription: "`\(key)` is not known here; known are \(known.joined(separator: ", "))",
                underlyingError: Marker()))
    }

    /// Tells such an error from others.
    struct Marker: Error {}
}
