/// The measurements of a transfer. Times count from its start. Values of phases that did not occur are zero
/// or nil.
package struct HTTPTransferMetrics: Sendable, Equatable {
    /// The end of the name lookup.
    package var nameLookup = Duration.zero
    /// The end of the connection setup to the server or the proxy.
    package var connect = Duration.zero
    /// The end of the TLS handshake.
    package var tls = Duration.zero
    /// The first byte of the response.
    package var firstByte = Duration.zero
    package var total = Duration.zero
    package var reusedConnection = false
    /// The address of the server, or of the proxy.
    package var remoteAddress: SocketAddressBytes?
    package var version: HTTPVersion?
    /// The number of body bytes as transferred, before content decoding.
    package var bytesReceived: Int64 = 0
    /// The end of the server's certificate as libcurl writes it, such as `Dec  1 12:00:00 2026 GMT`; nil without
    /// ``HTTPRequest/wantsCertificate``, and for a reused connection.
    package var certificateEnd: String?

    package init() {}
}
