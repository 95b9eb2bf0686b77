/// An HTTP request with all settings of its connection. Requests of one ``HTTPClient`` share a connection
/// only if their connection settings are equal.
package struct HTTPRequest: Sendable {
    package enum Method: Sendable, Hashable {
        case get, head
        /// With this body.
        case post([UInt8])
    }

    package enum Version: Sendable, Hashable {
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 if the server accepts it in the TLS handshake (ALPN), otherwise HTTP/1.1.
        case http2OverTLS
    }

    /// An absolute `http` or `https` URL with special characters percent-encoded, as by ``URLParts``.
    package var url: String
    package var method = Method.get
    /// Header fields in sending order. An empty value sends the field without a value.
    package var headers: [(name: String, value: String)] = []
    package var range: ByteRange?
    /// The URL of a proxy. Settings of the environment are ignored. These forms are supported:
    ///
    /// - `http://user:password@host:port` or `https://…`, with a tunnel (`CONNECT`) for `http` too
    /// - `socks5://…` or `socks4a://…`, where the proxy resolves host names
    package var proxy: String?
    package var tls = TLSSettings()
    package var version = Version.http1
    /// Whether the metrics have the end of the server's certificate. Only a new connection has one.
    package var wantsCertificate = false
    /// The time limit for name lookup, connection and TLS handshake together.
    package var connectTimeout = Duration.seconds(30)
    /// Whether the request offers content codings (`gzip`, `deflate`, and others that libcurl supports) and
    /// the response is decoded. Otherwise an encoded body is delivered unchanged, with a `Content-Encoding`
    /// field in the head.
    package var acceptsCompressed = false
    /// Decides whether an address may be used, before anything is sent to it, on the client's thread.
    ///
    /// The policy also applies to reused connections, so that a connection made under a looser policy does
    /// not bypass a stricter one. With a proxy, the address is that of the proxy.
    package var addressPolicy: (@Sendable (SocketAddressBytes) -> Bool)?

    package init(url: String) { self.url = url }
}

/// A byte range of a resource (RFC 9110, section 14.1.2).
package struct ByteRange: Sendable, Hashable {
    package var first: UInt64
    /// The last byte, inclusive; nil for the end of the resource.
    package var last: UInt64?

    package init(first: UInt64, last: UInt64? = nil) { (self.first, self.last) = (first, last) }

    var fieldValue: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }
}

/// The settings for the authentication of servers and of the client.
package struct TLSSettings: Sendable, Hashable {
    /// Whether certificates and their host names are verified.
    package var verifies = true
    /// The path of a PEM file with the only trusted root certificates; nil for those of the system.
    package var caFile: String?
    /// The path of a PEM file with the client certificate and its chain.
    package var certificate: String?
    /// The path of a PEM file with the private key; nil if the certificate file contains it. Encrypted keys
    /// are not supported.
    package var key: String?

    package init() {}
}
