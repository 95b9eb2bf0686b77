/// The components of a URI (RFC 3986, section 3).
package struct URIComponents: Sendable, Equatable {
    /// The scheme in lower case.
    package var scheme: String
    /// The host without percent-encoding and without the brackets of an IPv6 address; nil without a host.
    package var host: String?
    package var port: Int?
    /// The path without percent-encoding.
    package var path: String

    /// Splits a URI; nil when the text has no scheme or its port is not a number.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        guard scheme.utf8.first?.isLetter == true, scheme.utf8.allSatisfy(\.isSchemeCharacter) else {
            return nil
        }
        self.scheme = scheme.lowercased()
        var rest = text[text.index(after: colon)...].prefix { $0 != "?" && $0 != "#" }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let authority = rest.prefix { $0 != "/" }
            rest = rest.dropFirst(authority.count)
            guard let (host, port) = Self.split(authority) else { return nil }
            self.host = host.isEmpty ? nil : host
            self.port = port
        }
        path = PercentEncoding.decoded(rest)
    }

    /// The host and the port of an authority, without user and password.
    private static func split(_ authority: Substring) -> (host: String, port: Int?)? {
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        var host = place
        var port: Substring = ""
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
            host = place[place.index(after: place.startIndex)..<end]
            let rest = place[place.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.dropFirst()
        } else if let colon = place.lastIndex(of: ":") {
            host = place[..<colon]
            port = place[place.index(after: colon)...]
        }
        guard port.utf8.allSatisfy({ $0.digit != nil }) else { return nil }
        let number = port.isEmpty ? nil : Int(port) ?? .max
        return (PercentEncoding.decoded(host), number == 0 ? nil : number)
    }
}
