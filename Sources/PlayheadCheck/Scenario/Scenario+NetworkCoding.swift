internal import Playhead
internal import PlayheadServer

extension Scenario.Network: Codable {
    /// The keys of the network settings.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case headers, userAgent, cookies, proxy, retries, onGap, stallTimeout, idleTimeout, allowGaps
        case denyPrivateNetworks, schemes, hosts, insecure, trustRoots, certificate, privateKey,
            refreshExpiredURI
        case startBitrate, maxBitrate, maxHeight, liveOffset, catchUp
    }

    /// Decodes the settings; an unknown key is an error.
    public init(from decoder: any Decoder) throws {
        let mapping = try decoder.container(knowing: CodingKeys.self)
        self.init()
        headers = try mapping.decodeIfPresent([String: String].self, forKey: .headers) ?? [:]
        userAgent = try mapping.decodeIfPresent(String.self, forKey: .userAgent)
        cookies = try mapping.decodeIfPresent([String: String].self, forKey: .cookies) ?? [:]
        proxy = try mapping.decodeIfPresent(String.self, forKey: .proxy)
        trustRoots = try mapping.decodeIfPresent(String.self, forKey: .trustRoots)
        certificate = try mapping.decodeIfPresent(String.self, forKey: .certificate)
        privateKey = try mapping.decodeIfPresent(String.self, forKey: .privateKey)
        refreshExpiredURI =
            try mapping.decodeIfPresent([String: String].self, forKey: .refreshExpiredURI) ?? [:]
        if refreshExpiredURI.keys.contains("") {
            throw mapping.mistake(.refreshExpiredURI, "there is nothing to replace")
        }
        schemes = try mapping.decodeIfPresent([String].self, forKey: .schemes).map(Set.init)
        hosts = try mapping.decodeIfPresent([String].self, forKey: .hosts)
        startBitrate = try mapping.amount(.startBitrate)
        maxBitrate = try mapping.amount(.maxBitrate)
        maxHeight = try mapping.amount(.maxHeight)
        liveOffset = try mapping.time(.liveOffset)
        catchUp = try mapping.decodeIfPresent(Double.self, forKey: .catchUp)
        if let catchUp, !PlayerConfiguration.catchUpSpeeds.contains(catchUp) {
            throw mapping.mistake(.catchUp, "expected a number from 1 to 1.5, not `\(catchUp)`")
        }
        retries = try mapping.decodeIfPresent(Int.self, forKey: .retries)
        if let retries, !(0...1000).contains(retries) {
            throw mapping.mistake(.retries, "expected a number from 0 to 1000, not `\(retries)`")
        }
        if let word = try mapping.decodeIfPresent(String.self, forKey: .onGap) {
            guard let known = NetworkRecovery.MissingSegmentPolicy(rawValue: word) else {
                throw mapping.mistake(.onGap, "expected wait, skip or stop, not `\(word)`")
            }
            onGap = known
        }
        stallTimeout = try mapping.time(.stallTimeout)
        idleTimeout = try mapping.time(.idleTimeout)
        allowGaps = try mapping.decodeIfPresent(Bool.self, forKey: .allowGaps) ?? false
        denyPrivateNetworks = try mapping.decodeIfPresent(Bool.self, forKey: .denyPrivateNetworks) ?? false
        insecure = try mapping.decodeIfPresent(Bool.self, forKey: .insecure) ?? false
    }

    /// Writes the settings that are not the default, in the format of a scenario.
    public func encode(to encoder: any Encoder) throws {
        var mapping = encoder.container(keyedBy: CodingKeys.self)
        if !headers.isEmpty { try mapping.encode(headers, forKey: .headers) }
        try mapping.encodeIfPresent(userAgent, forKey: .userAgent)
        if !cookies.isEmpty { try mapping.encode(cookies, forKey: .cookies) }
        try mapping.encodeIfPresent(proxy, forKey: .proxy)
        try mapping.encodeIfPresent(trustRoots, forKey: .trustRoots)
        try mapping.encodeIfPresent(certificate, forKey: .certificate)
        try mapping.encodeIfPresent(privateKey, forKey: .privateKey)
        if !refreshExpiredURI.isEmpty { try mapping.encode(refreshExpiredURI, forKey: .refreshExpiredURI) }
        try mapping.encodeIfPresent(schemes?.sorted(), forKey: .schemes)
        try mapping.encodeIfPresent(hosts, forKey: .hosts)
        try mapping.encodeIfPresent(startBitrate, forKey: .startBitrate)
        try mapping.encodeIfPresent(maxBitrate, forKey: .maxBitrate)
        try mapping.encodeIfPresent(maxHeight, forKey: .maxHeight)
        try mapping.encodeIfPresent(liveOffset.map { Span($0).text }, forKey: .liveOffset)
        try mapping.encodeIfPresent(catchUp, forKey: .catchUp)
        try mapping.encodeIfPresent(retries, forKey: .retries)
        try mapping.encodeIfPresent(onGap?.rawValue, forKey: .onGap)
        try mapping.encodeIfPresent(stallTimeout.map { Span($0).text }, forKey: .stallTimeout)
        try mapping.encodeIfPresent(idleTimeout.map { Span($0).text }, forKey: .idleTimeout)
        if allowGaps { try mapping.encode(true, forKey: .allowGaps) }
        if denyPrivateNetworks { try mapping.encode(true, forKey: .denyPrivateNetworks) }
        if insecure { try mapping.encode(true, forKey: .insecure) }
    }
}

extension KeyedDecodingContainer<Scenario.Network.CodingKeys> {
    fileprivate func mistake(_ key: Key, _ message: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: message)
    }

    /// A positive number; nil if the key is absent.
    fileprivate func amount(_ key: Key) throws -> Int? {
        guard let amount = try decodeIfPresent(Int.self, forKey: key) else { return nil }
        guard amount > 0 else { throw mistake(key, "expected a number above 0, not `\(amount)`") }
        return amount
    }

    /// A duration; nil if the key is absent.
    fileprivate func time(_ key: Key) throws -> Duration? {
        guard let word = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let span = Span(text: word), span.duration > .zero else {
            throw mistake(key, "expected \(Span.form), not `\(word)`")
        }
        return span.duration
    }
}
