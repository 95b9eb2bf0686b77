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
        guard scheme.first?.isASCIILetter == true,
            scheme.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-.".contains($0) })
        else { return nil }
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
        guard port.allSatisfy(\.isASCIIDigit) else { return nil }
        let number = port.isEmpty ? nil : Int(port) ?? .max
        return (PercentEncoding.decoded(host), number == 0 ? nil : number)
    }
}

/// Percent-encoding, that is `%` and two hexadecimal digits for a byte (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Decodes text. Invalid sequences stay as they are.
    package static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Character(UnicodeScalar(bytes[index + 1])).hexDigitValue,
                let low = Character(UnicodeScalar(bytes[index + 2])).hexDigitValue
            {
                decoded.append(UInt8(high << 4 | low))
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
