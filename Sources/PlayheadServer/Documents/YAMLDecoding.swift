/// Decodes values from a node of a YAML document.
///
/// Scalars without quotation marks are converted to the type that is asked for. A text may be decoded from any
/// scalar.
struct YAMLDecoding: Decoder {
    let node: YAMLNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ node: YAMLNode, at path: [any CodingKey] = []) {
        self.node = node
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .mapping(let pairs) = node.content else { throw mismatch([String: YAMLNode].self) }
        return KeyedDecodingContainer(Keyed(decoding: self, pairs: pairs))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .sequence(let nodes) = node.content else { throw mismatch([Any].self) }
        return Unkeyed(decoding: self, nodes: nodes)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
    }

    fileprivate func value<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw mismatch(Value.self) }
        return value
    }
}

extension YAMLDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try value(node.truth) }
    func decode(_ type: String.Type) throws -> String { try value(node.text) }
    func decode(_ type: Double.Type) throws -> Double { try value(node.number) }
    func decode(_ type: Float.Type) throws -> Float { try value(node.number.map { Float($0) }) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    func decode(_ type: Int.Type) throws -> Int { try value(node.integer()) }
    func decode(_ type: Int8.Type) throws -> Int8 { try value(node.integer()) }
    func decode(_ type: Int16.Type) throws -> Int16 { try value(node.integer()) }
    func decode(_ type: Int32.Type) throws -> Int32 { try value(node.integer()) }
    func decode(_ type: Int64.Type) throws -> Int64 { try value(node.integer()) }
    func decode(_ type: UInt.Type) throws -> UInt { try value(node.integer()) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try value(node.integer()) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try value(node.integer()) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try value(node.integer()) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try value(node.integer()) }
}

/// The values of a mapping.
private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: YAMLDecoding
    private let values: [String: YAMLNode]
    let allKeys: [Key]

    init(decoding: YAMLDecoding, pairs: [(key: YAMLNode, value: YAMLNode)]) {
        self.decoding = decoding
        let named = pairs.compactMap { pair in pair.key.text.map { ($0, pair.value) } }
        values = Dictionary(named) { first, _ in first }
        allKeys = named.compactMap { Key(stringValue: $0.0) }
    }

    var codingPath: [any CodingKey] { decoding.codingPath }
    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: inner(key))
    }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Other> {
        try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try inner(AnyKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

    private func inner(_ key: any CodingKey) throws -> YAMLDecoding {
        guard let node = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
        }
        return YAMLDecoding(node, at: codingPath + [key])
    }
}

/// The values of a sequence.
private struct Unkeyed: UnkeyedDecodingContainer {
    let decoding: YAMLDecoding
    let nodes: [YAMLNode]
    private(set) var currentIndex = 0

    init(decoding: YAMLDecoding, nodes: [YAMLNode]) {
        self.decoding = decoding
        self.nodes = nodes
    }

    var codingPath: [any CodingKey] { decoding.codingPath }
    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex >= nodes.count }

    /// Passes over a null alone (`decodeIfPresent` relies on that).
    mutating func decodeNil() throws -> Bool {
        let isNull = try inner().decodeNil()
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try Value(from: inner())
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let container = try inner().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try inner().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try inner()
        currentIndex += 1
        return decoder
    }

    private func inner() throws -> YAMLDecoding {
        let path = codingPath + [IndexKey(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self, DecodingError.Context(codingPath: path, debugDescription: "the list is too short"))
        }
        return YAMLDecoding(nodes[currentIndex], at: path)
    }
}

/// The place of a value in a sequence.
private struct IndexKey: CodingKey {
    private let index: Int

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init(intValue: Int) { index = intValue }

    var stringValue: String { String(index) }
    var intValue: Int? { index }
}
