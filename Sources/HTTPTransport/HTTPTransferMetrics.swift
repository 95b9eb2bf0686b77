/// Facts about a transfer. The times count from its start; what did not take place is zero or nil.
package struct HTTPTransferMetrics: Sendable, Equatable {
    /// When the name was resolved.
    package var nameLookup = Duration.zero
    /// When the connection to the server or the proxy stood.
    package var connect = Duration.zero
    /// When the TLS handshake was done.
    package var tls = Duration.zero
    /// When the first byte of the response came.
    package var firstByte = Duration.zero
    package var total = Duration.zero
    package var reusedConnection = false
    /// The address that was connected to: the server's or the proxy's.
    package var remoteAddress: SocketAddressBytes?
    package var version: HTTPVersion?
    /// The bytes of the body as they were transferred, before content codings were undone.
    package var bytesReceived: Int64 = 0

    package init() {}
}
