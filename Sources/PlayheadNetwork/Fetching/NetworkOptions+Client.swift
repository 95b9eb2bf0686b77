internal import FoundationEssentials
internal import HTTPTransport
internal import PlayheadCore
internal import PlayheadSystem

extension HTTPThread {
    /// All loads of the process fetch on it, each with connections of its own.
    static let shared: HTTPThread = {
        let thread = HTTPThread()
        EventLoopBarriers.setClient { thread.pass($0) }
        return thread
    }()
}

/// A proxy: `http://user:password@host:port` or `socks5://host:port`.
struct ProxyAddress: Sendable {
    let host: String
    let port: Int
    /// In full, for the HTTP client.
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
    /// For the HTTP client.
    var settings: TLSSettings {
        var settings = TLSSettings()
        settings.verifies = verifiesServers
        settings.caFile = trustRoots
        settings.certificate = certificate
        settings.key = privateKey
        return settings
    }

    /// Throws where a file is not there, or is none of its kind at the first look.
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

    /// What is wrong where one of the files cannot be used.
    var unusable: PlayerError {
        let paths = [trustRoots, certificate, privateKey].compactMap(\.self).joined(separator: ", ")
        return PlayerError(
            .notPermitted, "The certificates or the key cannot be read: \(paths)", hint: "check the files")
    }
}
