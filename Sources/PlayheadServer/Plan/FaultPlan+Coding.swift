extension FaultPlan: Codable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case rules, streams, documents
    }

    /// Decodes a plan; an unknown key is an error.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, beside: []) }

    /// Decodes a plan from a mapping that has other keys too. Another decoder reads the keys in `others`.
    package init(from decoder: any Decoder, beside others: [String]) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self, beside: others)
        self.init(
            rules: try mapping.decodeIfPresent([FaultRule].self, forKey: .rules) ?? [],
            streams: try mapping.decodeIfPresent([String: LiveStream].self, forKey: .streams) ?? [:],
            documents: try mapping.decodeIfPresent([String: String].self, forKey: .documents) ?? [:])
    }

    /// Writes the plan in the format of a file.
    public func encode(to encoder: any Encoder) throws {
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        if !rules.isEmpty { try mapping.encode(rules, forKey: .rules) }
        if !streams.isEmpty { try mapping.encode(streams, forKey: .streams) }
        if !documents.isEmpty { try mapping.encode(documents, forKey: .documents) }
    }
}

extension FaultRule: Codable {
    /// The keys that are not kinds of faults.
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case path, method, requests
    }

    /// The keys of a rule, with the kinds of faults.
    private struct AllKeys: CodingKey, CaseIterable {
        static let allCases =
            CodingKeys.allCases.map { AllKeys($0.stringValue) }
            + Fault.Kind.allCases.map { AllKeys($0.rawValue) }

        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue name: String) {
            guard CodingKeys(stringValue: name) != nil || Fault.Kind(stringValue: name) != nil else {
                return nil
            }
            stringValue = name
        }
        init?(intValue: Int) { nil }
    }

    /// Decodes a rule. An unknown key is an error, and so is a rule without a fault.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(knowing: AllKeys.self)
        let mapping = try decoder.container(keyedBy: CodingKeys.self)
        path = try mapping.decode(PathPattern.self, forKey: .path)
        method = try mapping.decodeIfPresent(String.self, forKey: .method)
        requests = try mapping.decodeIfPresent(RequestNumbers.self, forKey: .requests) ?? .all
        let kinds = try decoder.container(keyedBy: Fault.Kind.self)
        faults = try Fault.Kind.allCases.filter { kinds.contains($0) }.compactMap { try Fault($0, in: kinds) }
        if faults.isEmpty { throw decoder.mistake("the rule has no fault") }
    }

    /// Writes the rule in the format of a plan.
    public func encode(to encoder: any Encoder) throws {
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        try mapping.encode(path, forKey: .path)
        try mapping.encodeIfPresent(method, forKey: .method)
        if requests != .all { try mapping.encode(requests, forKey: .requests) }
        var kinds = encoder.container(keyedBy: Fault.Kind.self)
        for fault in faults { try fault.write(to: &kinds) }
    }
}
