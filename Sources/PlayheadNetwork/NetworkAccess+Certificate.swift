internal import HTTPTransport
internal import PlayheadCore

extension NetworkAccess {
    /// The end of the certificate of a server as libcurl writes it; nil for an address without TLS, and when
    /// the server cannot be reached.
    package func certificateEnd(of uri: String) async -> String? {
        guard let address = HTTPURL(uri), address.isSecure else { return nil }
        var request = HTTPRequest(url: address.request)
        (request.method, request.wantsCertificate) = (.head, true)
        (request.tls, request.proxy) = (options.tls.settings, options.proxy)
        if !policy.allowsPrivateNetworks { request.addressPolicy = PrivateAddressRanges.excludes }
        // A client of its own has no connection that it could use again.
        let client = HTTPClient(on: .shared)
        defer { client.shutdown() }
        return await withCheckedContinuation { continuation in
            let handler = HTTPTransferHandler { _ in
                .more
            } body: { _ in
                .more
            } end: { _, metrics in
                continuation.resume(returning: metrics.certificateEnd)
            }
            do throws(HTTPTransportError) {
                _ = try client.start(request, handler)
            } catch {
                continuation.resume(returning: nil)
            }
        }
    }
}
