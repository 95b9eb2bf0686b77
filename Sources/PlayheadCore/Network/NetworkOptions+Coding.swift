// What gives access is not written down: only which headers and cookies there are.
extension NetworkOptions: Codable {
    private enum Key: String, CodingKey { case headers, userAgent, cookies, tls }

    /// Reads what `encode(to:)` writes: headers and cookies without values.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for name in try values.decode([String].self, forKey: .headers) { headers[name] = "" }
        userAgent = try values.decodeIfPresent(String.self, forKey: .userAgent)
        cookies = try values.decode([String].self, forKey: .cookies).map {
            NetworkCookie(name: $0, value: "")
        }
        tls = try values.decode(TLSOptions.self, forKey: .tls)
    }

    /// Writes no values of headers and cookies, and no proxy.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(headers.keys.sorted(), forKey: .headers)
        try values.encodeIfPresent(userAgent, forKey: .userAgent)
        try values.encode(cookies.map(\.name), forKey: .cookies)
        try values.encode(tls, forKey: .tls)
    }
}

extension NetworkOptions: CustomStringConvertible {
    /// Which headers and cookies there are, without their values.
    public var description: String {
        "headers \(headers.keys.sorted()), cookies \(cookies.map(\.name)), proxy \(proxy == nil ? "none" : "set")"
    }
}
