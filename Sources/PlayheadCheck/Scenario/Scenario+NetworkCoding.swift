internal import Playhead
internal import PlayheadServer

extension Scenario.Network: Decodable {
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
