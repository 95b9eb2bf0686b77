/// Encodes a value into the nodes of a YAML document. Keys keep the order in which they are encoded; those of
/// dictionaries are sorted.
struct YAMLEncoding: Encoder {
    let draft: YAMLDraft
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ draft: YAMLDraft, at path: [any CodingKey] = []) {
        self.draft = draft
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        draft.becomeMapping()
        return KeyedEncodingContainer(Keyed<Key>(encoding: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        draft.becomeSequence()
        return Unkeyed(encoding: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The encoding of a value in a mapping.
    fileprivate func inner(_ key: any CodingKey) -> YAMLEncoding {
        YAMLEncoding(draft.value(for: key.stringValue), at: codingPath + [key])
    }

    /// The encoding of a further value in a sequence.
    fileprivate var next: YAMLEncoding { YAMLEncoding(draft.element(), at: codingPath) }
}

/// A node that is being encoded.
final class YAMLDraft {
    enum Content {
        /// A scalar as it is written.
        case scalar(String)
        case sequence([YAMLDraft])
        case mapping([(key: String, value: YAMLDraft)])
    }

    private(set) var content = Content.scalar("null")

    func becomeScalar(_ text: String) { content = .scalar(text) }

    fileprivate func becomeMapping() {
        if case .mapping = content { return }
        content = .mapping([])
    }

    fileprivate func becomeSequence() {
        if case .sequence = content { return }
        content = .sequence([])
    }

    fileprivate func value(for key: String) -> YAMLDraft {
        guard case .mapping(var pairs) = content else { return YAMLDraft() }
        let value = YAMLDraft()
        pairs.append((key, value))
        content = .mapping(pairs)
        return value
    }

    fileprivate func element() -> YAMLDraft {
        guard case .sequence(var elements) = content else { return YAMLDraft() }
        let element = YAMLDraft()
        elements.append(element)
        content = .sequence(elements)
        return element
    }

    fileprivate var count: Int { if case .sequence(let elements) = content { elements.count } else { 0 } }
}

extension YAMLEncoding: SingleValueEncodingContainer {
    func encodeNil() { draft.becomeScalar("null") }
    func encode(_ value: Bool) { draft.becomeScalar(value ? "true" : "false") }
    func encode(_ value: String) { draft.becomeScalar(value.yamlScalar) }
    func encode(_ value: Double) { draft.becomeScalar(value.plain) }
    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: some FixedWidthInteger & Encodable) { draft.becomeScalar(String(value)) }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let text as String: encode(text)
        case let flag as Bool: encode(flag)
        case let number as Double: encode(number)
        case let number as Float: encode(number)
        case let number as any FixedWidthInteger: draft.becomeScalar("\(number)")
        case let dictionary as any SortedDictionary: try dictionary.encodeSorted(to: self)
        default: try value.encode(to: self)
        }
    }
}

/// A dictionary whose keys are sorted when it is written.
private protocol SortedDictionary {
    func encodeSorted(to encoding: YAMLEncoding) throws
}

extension Dictionary: SortedDictionary where Key == String, Value: Encodable {
    fileprivate func encodeSorted(to encoding: YAMLEncoding) throws {
        encoding.draft.becomeMapping()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            try encoding.inner(AnyKey(stringValue: key)).encode(value)
        }
    }
}

/// The values of a mapping.
private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: YAMLEncoding

    var codingPath: [any CodingKey] { encoding.codingPath }
    func encodeNil(forKey key: Key) { encoding.inner(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoding.inner(key).encode(value) }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> {
        encoding.inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoding.inner(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.inner(AnyKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.inner(key) }
}

/// The values of a sequence.
private struct Unkeyed: UnkeyedEncodingContainer {
    let encoding: YAMLEncoding

    var codingPath: [any CodingKey] { encoding.codingPath }
    var count: Int { encoding.draft.count }
    func encodeNil() { encoding.next.encodeNil() }
    func encode(_ value: some Encodable) throws { try encoding.next.encode(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoding.next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoding.next.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoding.next }
}
