/// Why a transfer failed. The texts are libcurl's, for a developer; they never decide about anything.
package enum HTTPTransportError: Error, Sendable, Equatable {
    /// The URL is malformed, or its scheme is neither `http` nor `https`.
    case unusableURL(String)
    /// The proxy's URL is malformed or of an unknown kind.
    case unusableProxy(String)
    /// A header field has characters that break the syntax of HTTP.
    case unusableHeader(name: String)
    /// A file with certificates or a key could not be used.
    case unusableCertificateFile(String)
    case unresolvableHost(String)
    case connectionRefused(String)
    /// There is no way to the host, or it answered with something else than a refusal.
    case unreachable(String)
    /// The limit for connecting passed; also in the TLS handshake.
    case connectTimeout(String)
    /// The request's policy refused all addresses that were left.
    case addressRefused(SocketAddressBytes)
    case tlsFailure(String)
    /// The server's certificate is not trusted, or is for another host.
    case untrustedCertificate(String)
    /// The server ended the connection because the client has no certificate, or not the right one.
    case clientCertificateRequired(String)
    case unresolvableProxy(String)
    case unreachableProxy(isRefused: Bool, String)
    /// The proxy answered 407, or accepts no way of authentication that was offered.
    case proxyAuthenticationRequired(String)
    /// The proxy does not make a connection to the host; with the status of an HTTP proxy.
    case proxyRefused(status: Int?, String)
    /// The connection ended before the response head was complete.
    case connectionBroken(String)
    /// The connection ended before the body was complete.
    case bodyCut(String)
    /// What came is not HTTP.
    case protocolViolation(String)
    case headTooLarge
    /// The body is not encoded the way that its head says.
    case undecodableBody(String)
    /// The client is closed.
    case closed
    /// Something else, with libcurl's code.
    case other(code: Int, String)
}
