internal import AsyncHTTPClient
internal import GStreamer
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

extension FetchFault {
    /// What the HTTP client's error means.
    init(_ error: any Error, at address: WebAddress, proxy: HTTPClient.Configuration.Proxy?) {
        let (host, port) = proxy.map { ($0.host, $0.port) } ?? (address.host, address.port)
        let unreachable = { (probe: HostProbe) in
            FetchFault(
                .unreachable,
                PlayerError.unreachable(
                    probe, host: proxy == nil ? host : "The proxy \(host)", port: port
                ).about(address.text))
        }
        switch error {
        case let fault as FetchFault: self = fault
        case let fault as NIOConnectionError:
            let errors = fault.connectionErrors.map(\.error)
            self =
                errors.isEmpty
                ? unreachable(.noAddress) : unreachable(errors.first.map(Self.probe) ?? .unreachable)
        case is SocketAddressError: self = unreachable(.noAddress)
        case let fault as IOError where fault.errnoCode == Self.reset || fault.errnoCode == Self.brokenPipe:
            self = .broken(address)
        case let fault as IOError: self = unreachable(Self.probe(fault))
        case let fault as HTTPClientError where fault == .connectTimeout: self = unreachable(.silent)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self = Self.wantsCertificate(error) ? .unproven(address) : .untrusted(address)
        case let fault as HTTPClientError where fault == .tlsHandshakeTimeout: self = .untrusted(address)
        case let fault as HTTPClientError where fault == .proxyAuthenticationRequired:
            self = FetchFault(
                .status(407, retryAfter: nil), Self.login(host: host, port: port).about(address.text))
        case let fault as HTTPClientError where fault == .invalidProxyResponse:
            self = FetchFault(
                .unreachable,
                PlayerError(
                    .network, "The proxy \(host):\(port) does not let through to \(address.host)",
                    hint: "check the proxy, and whether it takes CONNECT", uri: address.text))
        default: self = .broken(address)
        }
    }

    private static func login(host: String, port: Int) -> PlayerError {
        var error = PlayerError(
            .httpStatus, "The proxy \(host):\(port) asks for a login (HTTP status 407)",
            hint: "give http://user:password@\(host):\(port)", isRecoverable: false)
        error.domainCode = 407
        return error
    }

    /// Whether a server ended a connection for want of a certificate of ours, or would not have the one it got.
    private static func wantsCertificate(_ error: any Error) -> Bool {
        let text = String(describing: error)
        return [
            "ALERT_CERTIFICATE_REQUIRED", "ALERT_BAD_CERTIFICATE", "ALERT_UNKNOWN_CA",
            "ALERT_CERTIFICATE_UNKNOWN",
        ].contains(where: text.contains)
    }

    private static func unproven(_ address: WebAddress) -> FetchFault {
        FetchFault(
            .untrusted,
            PlayerError(
                .untrusted, "The server \(address.host) wants a certificate of yours, or another one",
                hint: "set the certificate and its key in the network options", uri: address.text))
    }

    private static func untrusted(_ address: WebAddress) -> FetchFault {
        FetchFault(.untrusted, PlayerError.untrusted(address.host).about(address.text))
    }

    private static let reset: CInt = 104
    private static let brokenPipe: CInt = 32

    private static func probe(_ error: any Error) -> HostProbe {
        if case ChannelError.connectTimeout = error { return .silent }
        switch (error as? IOError)?.errnoCode {
        case 111: return .refused
        case 110: return .silent
        default: return .unreachable
        }
    }
}
