internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOSSL

extension HTTPClient.Configuration.Proxy {
    /// The proxy at an address: `http://user:password@host:port` or `socks5://host:port`.
    init(address: String) throws(PlayerError) {
        let error = PlayerError(
            .badAddress, "The proxy's address cannot be used",
            hint: "give http://host:port or socks5://host:port")
        guard let url = URL(string: address), let host = url.host(percentEncoded: false), !host.isEmpty else {
            throw error
        }
        switch url.scheme?.lowercased() {
        case "http":
            let user = url.user(percentEncoded: false)
            let authorization = user.map {
                HTTPClient.Authorization.basic(
                    username: $0, password: url.password(percentEncoded: false) ?? "")
            }
            self = .server(host: host.trimmingBrackets, port: url.port ?? 8080, authorization: authorization)
        case "socks5", "socks", "socks5h":
            self = .socksServer(host: host.trimmingBrackets, port: url.port ?? 1080)
        default: throw error
        }
    }
}

extension TLSOptions {
    /// For the HTTP client; nil for its defaults.
    var configuration: TLSConfiguration? {
        get throws(PlayerError) {
            if self == TLSOptions() { return nil }
            var result = TLSConfiguration.makeClientConfiguration()
            if !verifiesServers { result.certificateVerification = .none }
            do {
                if let trustRoots {
                    result.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(trustRoots))
                }
                if let certificate {
                    result.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate).map {
                        .certificate($0)
                    }
                }
                if let privateKey {
                    result.privateKey = .privateKey(try NIOSSLPrivateKey(file: privateKey, format: .pem))
                }
            } catch {
                let paths = [trustRoots, certificate, privateKey].compactMap(\.self).joined(separator: ", ")
                throw PlayerError(
                    .notPermitted, "The certificates or the key cannot be read: \(paths)",
                    hint: "check the files")
            }
            return result
        }
    }
}
