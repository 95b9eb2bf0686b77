/// A request, with all that decides how it is made. Requests of one ``HTTPClient`` share its connections only
/// where nothing here that matters to a connection differs.
package struct HTTPRequest: Sendable {
    package enum Method: Sendable, Hashable { case get, head }

    package enum Version: Sendable, Hashable {
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 where the server agrees to it in the TLS handshake (ALPN), else HTTP/1.1.
        case http2OverTLS
    }

    /// An absolute `http` or `https` URL whose special characters are already percent-encoded (``URLParts``
    /// does that).
    package var url: String
    package var method = Method.get
    /// Header fields in the order in which they are sent. An empty value sends the field without a value.
    package var headers: [(name: String, value: String)] = []
    package var range: ByteRange?
    /// The URL of a proxy: `http://user:password@host:port`, `https://…`, `socks5://…` (names are resolved by
    /// the proxy) or `socks4a://…`. HTTP proxies are asked for a tunnel (`CONNECT`), for `http` too. Nothing
    /// is taken from the environment.
    package var proxy: String?
    package var tls = TLSSettings()
    package var version = Version.http1
    /// The time limit for name lookup, connection and TLS handshake together.
    package var connectTimeout = Duration.seconds(30)
    /// Whether content codings are offered and undone (`gzip`, `deflate`, and what else libcurl was built
    /// with). Without it, an encoded body is given out as it is; the response head then has a
    /// `Content-Encoding` field.
    package var acceptsCompressed = false
    /// Decides about every address before anything is sent to it, on the client's thread. It is asked again
    /// when a connection is reused, so that a connection made under a looser policy is no way around a
    /// stricter one. With a proxy it is asked about the proxy's address.
    package var addressPolicy: (@Sendable (SocketAddressBytes) -> Bool)?

    package init(url: String) { self.url = url }
}

/// A range of bytes of a resource (RFC 9110, section 14.1.2).
package struct ByteRange: Sendable, Hashable {
    package var first: UInt64
    /// The last byte, inclusive; nil for the end of the resource.
    package var last: UInt64?

    package init(first: UInt64, last: UInt64? = nil) { (self.first, self.last) = (first, last) }

    var fieldValue: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }
}

/// How servers are authenticated, and how the client is.
package struct TLSSettings: Sendable, Hashable {
    /// Whether certificates and the host names in them are checked.
    package var verifies = true
    /// The path of a PEM file with the only trusted root certificates; nil for the system's.
    package var caFile: String?
    /// The path of a PEM file with the client certificate and its chain.
    package var certificate: String?
    /// The path of a PEM file with the private key; nil where it is in the file of the certificate. An
    /// encrypted key is not usable.
    package var key: String?

    package init() {}
}
