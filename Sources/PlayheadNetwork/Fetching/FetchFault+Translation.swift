internal import HTTPTransport
internal import PlayheadCore
internal import PlayheadSystem

extension FetchFault {
    /// Translates the error of a request.
    init(_ error: any Error, at address: HTTPURL, proxy: ProxyAddress?, tls: TLSOptions) {
        self =
            switch error {
            case let fault as FetchFault: fault
            case let fault as TransferFault: FetchFault(fault, at: address, proxy: proxy, tls: tls)
            default: .broken(address)
            }
    }

    private init(_ fault: TransferFault, at address: HTTPURL, proxy: ProxyAddress?, tls: TLSOptions) {
        let unreachable = { (probe: HostProbe) in
            FetchFault(
                .unreachable,
                PlayerError.unreachable(
                    probe, host: proxy.map { "The proxy \($0.host)" } ?? address.host,
                    port: proxy?.port ?? address.port
                ).about(address.text))
        }
        self =
            switch fault.error {
            case .unresolvableHost, .unresolvableProxy: unreachable(.noAddress)
            case .connectionRefused, .unreachableProxy(isRefused: true, _): unreachable(.refused)
            case .unreachable, .unreachableProxy(isRefused: false, _): unreachable(.unreachable)
            case .connectTimeout where fault.isConnected && address.isSecure && proxy == nil:
                .untrusted(address)
            case .connectTimeout: unreachable(.silent)
            case .addressRefused: FetchFault(.refused, NetworkPolicy.privateHost(address))
            case .tlsFailure, .untrustedCertificate: .untrusted(address)
            case .clientCertificateRequired: .unproven(address)
            case .unusableCertificateFile: FetchFault(.untrusted, tls.unusable.about(address.text))
            case .proxyAuthenticationRequired:
                FetchFault(
                    .status(407, retryAfter: nil),
                    Self.login(proxy).about(address.text))
            case .proxyRefused:
                FetchFault(
                    .unreachable,
                    PlayerError(
                        .network, "The proxy \(Self.place(proxy)) does not let through to \(address.host)",
                        hint: "check the proxy, and whether it takes CONNECT", uri: address.text))
            default: .broken(address)
            }
    }

    private static func place(_ proxy: ProxyAddress?) -> String {
        proxy.map { "\($0.host):\($0.port)" } ?? ""
    }

    private static func login(_ proxy: ProxyAddress?) -> PlayerError {
        let place = place(proxy)
        var error = PlayerError(
            .httpStatus, "The proxy \(place) asks for a login (HTTP status 407)",
            hint: "give http://user:password@\(place)", isRecoverable: false)
        error.domainCode = 407
        return error
    }

    private static func unproven(_ address: HTTPURL) -> FetchFault {
        FetchFault(
            .untrusted,
            PlayerError(
                .tlsFailure, "The server \(address.host) wants a certificate of yours, or another one",
                hint: "set the certificate and its key in the network options", uri: address.text))
    }

    private static func untrusted(_ address: HTTPURL) -> FetchFault {
        FetchFault(.untrusted, PlayerError.untrusted(address.host).about(address.text))
    }
}
