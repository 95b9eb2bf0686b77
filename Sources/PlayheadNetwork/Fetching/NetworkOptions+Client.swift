internal import FoundationEssentials
internal import HTTPTransport
internal import PlayheadCore
internal import PlayheadSystem

extension HTTPThread {
    /// The HTTP thread of all loads of the process. Each load has its own connections.
    static let shared: HTTPThread = {
        let thread = HTTPThread()
        EventLoopBarriers.setClient { thread.pass($0) }
        return thread
    }()
}

/// A parsed proxy URI: `http://user:password@host:port` or `socks5://host:port`.
struct ProxyAddress: Sendable {
    let host: String
    let port: Int
    /// The complete URI for the HTTP client.
    let text: String

    init(_ address: String) throws(PlayerError) {
        let error = PlayerError(
            .invalidURI, "The proxy's address cannot be used",
            hint: "give http://host:port or socks5://host:port")
        guard let url = URL(string: address), let host = url.host(percentEncoded: false), !host.isEmpty else {
            throw error
        }
        let scheme: String
        switch url.scheme?.lowercased() {
        case "http": (scheme, port) = ("http", url.port ?? 8080)
        case "socks5", "socks", "socks5h": (scheme, port) = ("socks5h", url.port ?? 1080)
        default: throw error
        }
        self.host = host.trimmingBrackets
        let password = url.password(percentEncoded: true).map { ":\($0)" } ?? ""
        let login = url.user(percentEncoded: true).map { "\($0)\(password)@" } ?? ""
        text = "\(scheme)://\(login)\(url.host(percentEncoded: true) ?? host):\(port)"
    }
}

extension TLSOptions {
    /// The settings for the HTTP client.
    var settings: TLSSettings {
        var settings = TLSSettings()
        settings.verifies = verifiesServers
        settings.caFile = trustRoots
        settings.certificate = certificate
        settings.key = privateKey
        return settings
    }

    /// Throws when a file is missing or has the wrong content, judged by its beginning.
    func check() throws(PlayerError) {
        let files = [
            (trustRoots, "CERTIFICATE-----"), (certificate, "CERTIFICATE-----"),
            (privateKey, "PRIVATE KEY-----"),
        ]
        for case (let path?, let mark) in files {
            let content = FileManager.default.contents(atPath: path)
            guard content?.firstRange(of: mark.utf8) != nil else { throw unusable }
        }
    }

    /// The error for an unusable certificate or key file.
    var unusable: PlayerError {
        let paths = [trustRoots, certificate, privateKey].compactMap(\.self).joined(separator: ", ")
        return PlayerError(
            .notPermitted, "The certificates or the key cannot be read: \(paths)", hint: "check the files")
    }
}
