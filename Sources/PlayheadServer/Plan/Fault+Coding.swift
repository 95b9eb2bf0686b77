extension Fault {
    typealias Reader = KeyedDecodingContainer<Kind>
    typealias Writer = KeyedEncodingContainer<Kind>

    /// Decodes the fault of a kind; nil if the mapping has none.
    init?(_ kind: Kind, in mapping: Reader) throws {
        func value<Value: Decodable>() throws -> Value { try mapping.decode(Value.self, forKey: kind) }
        func text<Value: TextValue>() throws -> Value { try mapping.textValue(kind) }
        func flag(_ fault: Fault) throws -> Fault? { try value() as Bool ? fault : nil }
        let fault: Fault? =
            switch kind {
            case .latency: .latency(try (text() as Span).duration)
            case .rate: .rate(try value())
            case .status: .status(try (text() as StatusCode).number)
            case .reset: .reset(at: try text())
            case .stall: try (value() as StallFields).fault
            case .cut: .cut(at: try text())
            case .length: .length(try text())
            case .withoutLength: try flag(.withoutLength)
            case .type: .type(try value())
            case .redirect: try (value() as RedirectFields).fault
            case .requires: try (value() as RequirementFields).fault
            case .ignoresRanges: try flag(.ignoresRanges)
            case .headers: .headers(try value())
            case .stale: try flag(.stale)
            case .windowMoves: .windowMoves(by: try value())
            }
        guard let fault else { return nil }
        self = fault
    }

    /// Writes the fault with its kind as the key.
    func write(to mapping: inout Writer) throws {
        switch self {
        case .latency(let duration): try mapping.encode(textValue: Span(duration), forKey: kind)
        case .rate(let rate): try mapping.encode(rate, forKey: kind)
        case .status(let status): try mapping.encode(status, forKey: kind)
        case .reset(let place), .cut(let place), .length(let place):
            try mapping.encode(textValue: place, forKey: kind)
        case .stall(let place, let duration):
            try mapping.encode(StallFields(at: place, duration: duration), forKey: kind)
        case .type(let type): try mapping.encode(type, forKey: kind)
        case .redirect(let target, let status):
            try mapping.encode(RedirectFields(to: target, status: status), forKey: kind)
        case .requires(let headers, let status):
            try mapping.encode(
                RequirementFields(headers: headers, status: status), forKey: kind)
        case .headers(let headers): try mapping.encode(headers, forKey: kind)
        case .windowMoves(let count): try mapping.encode(count, forKey: kind)
        case .withoutLength, .ignoresRanges, .stale: try mapping.encode(true, forKey: kind)
        }
    }
}

/// An HTTP status in a document.
struct StatusCode: TextValue {
    static let form = "a status such as 404"

    var number: Int

    init(_ number: Int) { self.number = number }

    init?(text: String) {
        guard let number = Int(text), (200...599).contains(number) else { return nil }
        self.number = number
    }

    var text: String { String(number) }
}

/// The fields of a stall: `stall: 50%`, or a mapping with a duration.
private struct StallFields: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case at
        case duration = "for"
    }

    var at: ByteAmount
    var duration: Duration?

    var fault: Fault { .stall(at: at, for: duration) }

    init(at place: ByteAmount, duration: Duration?) {
        at = place
        self.duration = duration
    }

    init(from decoder: any Decoder) throws {
        guard (try? decoder.container(keyedBy: AnyKey.self)) != nil else {
            at = try TextCoded(from: decoder).value
            return
        }
        let mapping = try decoder.container(knowing: CodingKeys.self)
        at = try mapping.textValue(.at)
        duration = try (mapping.textValueIfPresent(.duration) as Span?)?.duration
    }

    func encode(to encoder: any Encoder) throws {
        guard let duration else { return try TextCoded(at).encode(to: encoder) }
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        try mapping.encode(textValue: at, forKey: .at)
        try mapping.encode(textValue: Span(duration), forKey: .duration)
    }
}

/// The fields of a redirect: `redirect: /other.mp4`, `redirect: itself`, or a mapping with the status.
private struct RedirectFields: Codable {
    enum CodingKeys: CodingKey, CaseIterable {
        case to, status
    }

    private static let itself = "itself"

    var to: String
    var status = 302

    var fault: Fault { .redirect(to: to == Self.itself ? nil : to, status: status) }

    init(to target: String?, status: Int) {
        to = target ?? Self.itself
        self.status = status
    }

    init(from decoder: any Decoder) throws {
        guard (try? decoder.container(keyedBy: AnyKey.self)) != nil else {
            to = try decoder.singleValueContainer().decode(String.self)
            return
        }
        let mapping = try decoder.container(knowing: CodingKeys.self)
        to = try mapping.decode(String.self, forKey: .to)
        status = (try mapping.textValueIfPresent(.status) as StatusCode?)?.number ?? status
    }
}

/// The fields of a requirement: `requires: {headers: {Authorization: Bearer *}, status: 403}`.
private struct RequirementFields: Codable {
    enum CodingKeys: CodingKey, CaseIterable {
        case headers, status
    }

    var headers: [String: String]
    var status = 401

    var fault: Fault { .requires(headers, status: status) }

    init(headers: [String: String], status: Int) {
        self.headers = headers
        self.status = status
    }

    init(from decoder: any Decoder) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self)
        headers = try mapping.decode([String: String].self, forKey: .headers)
        status = (try mapping.textValueIfPresent(.status) as StatusCode?)?.number ?? status
    }
}
