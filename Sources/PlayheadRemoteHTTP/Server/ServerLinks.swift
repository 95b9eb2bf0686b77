internal import NIOCore
internal import PlayheadSystem

/// The links to a server that a user can open.
enum ServerLinks {
    /// The links, with the token in the fragment, which browsers send to no server.
    static func links(host: String, address: SocketAddress?, port: Int, token: AccessToken?) -> [String] {
        let ending = ":\(port)/" + (token.map { "#token=\($0.text)" } ?? "")
        let bytes = NumericHost.bytes(host)
        guard bytes?.allSatisfy({ $0 == 0 }) == true else { return ["http://\(bracketed(host))\(ending)"] }
        let all = reachable(withIPv6: bytes?.count == 16)
        return (all.isEmpty ? ["127.0.0.1"] : all).map { "http://\(bracketed($0))\(ending)" }
    }

    /// The addresses by which other machines reach this one, IPv4 first.
    private static func reachable(withIPv6: Bool) -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        let addresses = devices.compactMap { $0.address?.ipAddress }.compactMap {
            text -> ([UInt8], String)? in
            NumericHost.bytes(text).map { ($0, text) }
        }
        let four = addresses.filter { $0.0.count == 4 && $0.0[0] != 127 }
        // Addresses of a link need the name of an interface, which browsers do not take.
        let six = addresses.filter { $0.0.count == 16 && $0.0[0] & 0xE0 == 0x20 }
        return (four + (withIPv6 ? six : [])).map(\.1)
    }

    /// A host as in a URI: an IPv6 address has brackets.
    static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
