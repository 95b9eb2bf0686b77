internal import PlayheadServer

extension Scenario: Codable {
    /// The keys of a scenario.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case name, media, server, network, clock, steps, expect
    }

    /// Decodes a scenario; an unknown key is an error.
    public init(from decoder: any Decoder) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self)
        let media = try mapping.decode(String.self, forKey: .media)
        if media.isEmpty { throw mapping.mistake(.media, "the path is empty") }
        let clock = try mapping.decodeIfPresent(String.self, forKey: .clock)
        if let clock, Pace(rawValue: clock) == nil {
            throw mapping.mistake(.clock, "expected virtual or real, not `\(clock)`")
        }
        self.init(
            media: media, server: try mapping.decodeIfPresent(Server.self, forKey: .server),
            clock: clock.flatMap(Pace.init(rawValue:)), steps: try mapping.steps() ?? Step.toTheEnd,
            expectations: try mapping.decodeIfPresent([Expectation].self, forKey: .expect) ?? [])
        name = try mapping.decodeIfPresent(String.self, forKey: .name)
        network = try mapping.decodeIfPresent(Network.self, forKey: .network) ?? network
        if server == nil, let place = mapping.placeOfRequests(steps, expectations) {
            throw mapping.mistake(place, "there is no server whose requests could be counted")
        }
    }

    /// Writes the scenario in the format of a file. Keys whose values are the default are omitted.
    public func encode(to encoder: any Encoder) throws {
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        try mapping.encodeIfPresent(name, forKey: .name)
        try mapping.encode(media, forKey: .media)
        try mapping.encodeIfPresent(server, forKey: .server)
        if network != Network() { try mapping.encode(network, forKey: .network) }
        try mapping.encodeIfPresent(clock, forKey: .clock)
        if steps != Step.toTheEnd { try mapping.encode(steps, forKey: .steps) }
        if !expectations.isEmpty { try mapping.encode(expectations, forKey: .expect) }
    }
}

extension KeyedDecodingContainer<Scenario.CodingKeys> {
    fileprivate func mistake(_ key: Key, _ message: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: message)
    }

    fileprivate func steps() throws -> [Scenario.Step]? {
        let steps = try decodeIfPresent([Scenario.Step].self, forKey: .steps)
        if steps?.isEmpty == true { throw mistake(.steps, "there is no step") }
        return steps
    }

    /// The key that mentions requests to the server; nil if there is none.
    fileprivate func placeOfRequests(_ steps: [Scenario.Step], _ expectations: [Scenario.Expectation]) -> Key?
    {
        if expectations.contains(where: { $0.predicate.countsRequests }) { return .expect }
        let isInSteps = steps.contains { step in
            switch step.action {
            case .wait(.requests): true
            case .expect(let expectation): expectation.predicate.countsRequests
            default: false
            }
        }
        return isInSteps ? .steps : nil
    }
}

extension Predicate {
    var countsRequests: Bool { if case .measure(.requests, _) = self { true } else { false } }
}

extension Scenario.Server: Codable {
    /// The keys of a server that do not belong to its plan.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case folder, har, harTimings, tls, clients
    }

    /// The keys of the plan in the same mapping.
    package static let keysOfPlan = ["rules", "streams", "documents"]

    /// Decodes a server; an unknown key is an error.
    public init(from decoder: any Decoder) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self, beside: Self.keysOfPlan)
        self.init(
            folder: try mapping.decodeIfPresent(String.self, forKey: .folder),
            plan: try FaultPlan(from: decoder, beside: CodingKeys.allCases.map(\.rawValue)))
        har = try mapping.decodeIfPresent(String.self, forKey: .har)
        usesRecordedTimings = try mapping.decodeIfPresent(Bool.self, forKey: .harTimings) ?? true
        usesTLS = try mapping.decodeIfPresent(Bool.self, forKey: .tls) ?? false
        clients = try mapping.decodeIfPresent(String.self, forKey: .clients)
        if clients != nil, !usesTLS {
            throw DecodingError.dataCorruptedError(
                forKey: .clients, in: mapping,
                debugDescription: "clients show certificates by TLS alone: `tls: true`")
        }
    }
    /// Writes the server in the format of a scenario.
    public func encode(to encoder: any Encoder) throws {
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        try mapping.encodeIfPresent(folder, forKey: .folder)
        try mapping.encodeIfPresent(har, forKey: .har)
        if !usesRecordedTimings { try mapping.encode(false, forKey: .harTimings) }
        if usesTLS { try mapping.encode(true, forKey: .tls) }
        try mapping.encodeIfPresent(clients, forKey: .clients)
        try plan.encode(to: encoder)
    }
}
