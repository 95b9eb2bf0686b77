/// The form of values of another type in session traces.
///
/// docs/recording.md has the names in the form. Internal types are not `Codable`, so that a renamed property
/// does not change the traces.
protocol TraceForm: Codable, SendableMetatype {
    associatedtype Value
    init(_ value: Value)
    var value: Value { get }
}

/// The fields of a value by their names in session traces.
struct TraceFields<Root: SendableMetatype>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    private struct Field: Sendable {
        var name: String
        var encode: @Sendable (Root, inout KeyedEncodingContainer<TraceKey>) throws -> Void
        var decode: @Sendable (inout Root, KeyedDecodingContainer<TraceKey>) throws -> Void
    }

    private var fields: [Field] = []

    init(_ build: (inout TraceFields) -> Void) { build(&self) }

    var names: [String] { fields.map(\.name) }

    func encode(_ root: Root, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TraceKey.self)
        for field in fields { try field.encode(root, &container) }
    }

    /// Decodes the fields that are present; the others keep their values.
    func decode(into root: inout Root, from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TraceKey.self)
        for field in fields where container.contains(TraceKey(field.name)) {
            try field.decode(&root, container)
        }
    }

    mutating func add<Value: Codable & SendableMetatype>(_ name: String, _ path: Path<Value>) {
        let key = TraceKey(name)
        fields.append(
            Field(name: name) {
                try $1.encode($0[keyPath: path], forKey: key)
            } decode: {
                $0[keyPath: path] = try $1.decode(Value.self, forKey: key)
            })
    }

    mutating func add<Value: Codable & SendableMetatype>(_ name: String, _ path: Path<Value?>) {
        let key = TraceKey(name)
        fields.append(
            Field(name: name) {
                try $1.encodeIfPresent($0[keyPath: path], forKey: key)
            } decode: {
                $0[keyPath: path] = try $1.decodeIfPresent(Value.self, forKey: key)
            })
    }

    mutating func add<Form: TraceForm>(_ name: String, _ path: Path<Form.Value>, as form: Form.Type) {
        let key = TraceKey(name)
        fields.append(
            Field(name: name) {
                try $1.encode(Form($0[keyPath: path]), forKey: key)
            } decode: {
                $0[keyPath: path] = try $1.decode(Form.self, forKey: key).value
            })
    }

    mutating func add<Form: TraceForm>(_ name: String, _ path: Path<Form.Value?>, as form: Form.Type) {
        let key = TraceKey(name)
        fields.append(
            Field(name: name) {
                try $1.encodeIfPresent($0[keyPath: path].map(Form.init), forKey: key)
            } decode: {
                $0[keyPath: path] = try $1.decodeIfPresent(Form.self, forKey: key)?.value
            })
    }

    mutating func add<Form: TraceForm>(_ name: String, _ path: Path<[Form.Value]>, eachAs form: Form.Type) {
        let key = TraceKey(name)
        fields.append(
            Field(name: name) {
                try $1.encode($0[keyPath: path].map(Form.init), forKey: key)
            } decode: {
                $0[keyPath: path] = try $1.decode([Form].self, forKey: key).map(\.value)
            })
    }

    mutating func add(_ name: String, _ path: Path<Duration>) { add(name, path, as: ExactSeconds.self) }

    mutating func add(_ name: String, _ path: Path<Duration?>) { add(name, path, as: ExactSeconds.self) }
}

/// The name of a field in a session trace.
struct TraceKey: CodingKey, Sendable {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
}

/// A value whose fields all have defaults. Fields missing in an older trace have the values of a new player.
protocol TraceRecorded: SendableMetatype {
    init()
    static var traceFields: TraceFields<Self> { get }
}

/// The form of a value with named fields.
struct TraceRecord<Value: TraceRecorded>: TraceForm {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = Value()
        try Value.traceFields.decode(into: &value, from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try Value.traceFields.encode(value, to: encoder) }
}
