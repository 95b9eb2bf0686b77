/// How what belongs to an item is fetched from a network. Holds for *every* request: playlists, keys, segments, subtitles, and the medium itself.
///
/// Values that give access (headers, cookies, the proxy's password) are left out of recordings and descriptions.
public struct NetworkOptions: Sendable, Hashable {
    /// Headers that every request bears, by their names. `Authorization` goes only to the host of the item's own address.
    public var headers: [String: String] = [:]
    /// What the program says it is; nil for `Playhead/` and its version.
    public var userAgent: String?
    /// Cookies that are sent from the beginning, each only to where it belongs. Those that servers set are kept for as long as the item is loaded.
    public var cookies: [NetworkCookie] = []
    /// The proxy that all requests go through, as an address: `http://user:password@host:port`, or `socks5://host:port`. It makes tunnels
    /// (`CONNECT`), for `http` too. Nil for none; nothing is taken from the environment.
    public var proxy: String?
    /// How servers prove who they are, and the program who it is.
    public var tls = TLSOptions()

    /// Nothing but the defaults.
    public init() {}
}

/// How servers prove who they are, and the program who it is.
public struct TLSOptions: Sendable, Hashable, Codable {
    /// Whether certificates are checked. Without, whoever sits between sees and changes everything.
    public var verifiesServers = true
    /// The path of a file of certificates (PEM) that servers' certificates have to descend from; nil for the system's.
    public var trustRoots: String?
    /// The path of a file with the program's own certificate and those between it and its root (PEM); nil for none.
    public var certificate: String?
    /// The path of a file with the key of that certificate (PEM).
    public var privateKey: String?

    /// The system's roots, and no certificate of one's own.
    public init() {}
}

/// A cookie (RFC 6265).
public struct NetworkCookie: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value, as it is sent.
    public var value: String
    /// The host it belongs to; nil for the host of the item's own address.
    public var domain: String?
    /// Whether it belongs to the hosts below its domain too.
    public var includesSubdomains = false
    /// Where its paths begin.
    public var path = "/"
    /// Whether it is sent through TLS only.
    public var isSecure = false
    /// When it ends, in seconds since 1970; nil for never.
    public var expires: Double?

    /// A cookie for all paths of a host.
    public init(name: String, value: String, domain: String? = nil) {
        self.name = name
        self.value = value
        self.domain = domain
    }
}
