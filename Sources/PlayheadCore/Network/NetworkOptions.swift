/// The network options of an item. They apply to *every* request: playlists, keys, segments, subtitles, and
/// the medium itself.
///
/// Credentials (headers, cookies, the proxy's password) are omitted from recordings and descriptions.
public struct NetworkOptions: Sendable, Hashable {
    /// The headers of every request by name. `Authorization` is sent only to the host of the item's own URL.
    public var headers: [String: String] = [:]
    /// The user agent; nil for `Playhead/` and its version.
    public var userAgent: String?
    /// The initial cookies, each sent only within its scope. Cookies of servers are kept while the item is
    /// loaded.
    public var cookies: [NetworkCookie] = []
    /// The URL of the proxy for all requests: `http://user:password@host:port`, or `socks5://host:port`.
    ///
    /// It uses tunnels (`CONNECT`), also for `http`. Nil for none; the environment is not read.
    public var proxy: String?
    /// The certificates of servers and of the client.
    public var tls = TLSOptions()
    /// Records all requests and their responses; nil for none. It is not encoded.
    public var archive: HTTPArchive?

    /// The defaults.
    public init() {}
}

/// The certificates of servers and of the client.
public struct TLSOptions: Sendable, Hashable, Codable {
    /// Whether server certificates are verified. Without verification, an attacker on the path can read and
    /// change all data.
    public var verifiesServers = true
    /// The path of a PEM file of root certificates for servers; nil for the system's.
    public var trustRoots: String?
    /// The path of a PEM file with the client certificate and its intermediates; nil for none.
    public var certificate: String?
    /// The path of a PEM file with the private key of that certificate.
    public var privateKey: String?

    /// The system's roots, and no client certificate.
    public init() {}
}

/// A cookie (RFC 6265).
public struct NetworkCookie: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value as it is sent.
    public var value: String
    /// The host of the cookie; nil for the host of the item's own URL.
    public var domain: String?
    /// Whether the cookie also applies to subdomains.
    public var includesSubdomains = false
    /// The path prefix.
    public var path = "/"
    /// Whether the cookie is sent over TLS only.
    public var isSecure = false
    /// The expiry in seconds since 1970; nil for none.
    public var expires: Double?

    /// Makes a cookie for all paths of a host.
    public init(name: String, value: String, domain: String? = nil) {
        self.name = name
        self.value = value
        self.domain = domain
    }
}
