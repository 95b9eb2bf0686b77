// Credentials are not encoded: only the names of headers and cookies.
extension NetworkOptions: Codable {
    private enum Key: String, CodingKey { case headers, userAgent, cookies, tls }

    /// Decodes the output of `encode(to:)`: headers and cookies without values.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for name in try values.decode([String].self, forKey: .headers) { headers[name] = "" }
        userAgent = try values.decodeIfPresent(String.self, forKey: .userAgent)
        cookies = try values.decode([String].self, forKey: .cookies).map {
            NetworkCookie(name: $0, value: "")
        }
        tls = try values.decode(TLSOptions.self, forKey: .tls)
    }

    /// Encodes no values of headers and cookies, and no proxy.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(headers.keys.sorted(), forKey: .headers)
        try values.encodeIfPresent(userAgent, forKey: .userAgent)
        try values.encode(cookies.map(\.name), forKey: .cookies)
        try values.encode(tls, forKey: .tls)
    }
}

extension NetworkOptions: CustomStringConvertible {
    /// The names of the headers and cookies, without their values.
    public var description: String {
        "headers \(headers.keys.sorted()), cookies \(cookies.map(\.name)), proxy \(proxy == nil ? "none" : "set")"
    }
}
