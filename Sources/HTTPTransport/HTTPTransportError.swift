/// The reason why a transfer failed. The texts are messages of libcurl for developers; no code depends on
/// them.
package enum HTTPTransportError: Error, Sendable, Equatable {
    /// The URL is malformed, or its scheme is neither `http` nor `https`.
    case unusableURL(String)
    /// The URL of the proxy is malformed or has an unknown scheme.
    case unusableProxy(String)
    /// A header field contains characters that violate the HTTP syntax.
    case unusableHeader(name: String)
    /// A file with certificates or a key is unusable.
    case unusableCertificateFile(String)
    case unresolvableHost(String)
    case connectionRefused(String)
    /// There is no route to the host, or the connection failed without a refusal.
    case unreachable(String)
    /// The connection or the TLS handshake took longer than the limit.
    case connectTimeout(String)
    /// The request's policy refused all remaining addresses.
    case addressRefused(SocketAddressBytes)
    case tlsFailure(String)
    /// The server's certificate is not trusted, or belongs to another host.
    case untrustedCertificate(String)
    /// The server ended the connection because of a missing or wrong client certificate.
    case clientCertificateRequired(String)
    case unresolvableProxy(String)
    case unreachableProxy(isRefused: Bool, String)
    /// The proxy responded with 407, or rejected all offered authentication methods.
    case proxyAuthenticationRequired(String)
    /// The proxy refused the connection to the host. HTTP proxies give a status.
    case proxyRefused(status: Int?, String)
    /// The connection ended before the response head was complete.
    case connectionBroken(String)
    /// The connection ended before the body was complete.
    case bodyCut(String)
    /// The response is not HTTP.
    case protocolViolation(String)
    case headTooLarge
    /// The body does not have the declared content coding.
    case undecodableBody(String)
    /// The client is closed.
    case closed
    /// Another error, with libcurl's code.
    case other(code: Int, String)
}
