internal import CCurl

/// A URL with an authority, parsed and composed by the rules of RFC 3986 (libcurl's URL interface).
///
/// Existing percent-encoding is kept. In the path, the query and the fragment, spaces and invalid bytes are
/// encoded. Dot segments are removed.
package struct URLParts: Sendable, Hashable, CustomStringConvertible {
    /// The complete URL with user, password and fragment.
    package let text: String
    /// The scheme in lower case.
    package let scheme: String
    package let user: String?
    package let password: String?
    /// The host in lower case, without the brackets of an IPv6 address.
    package let host: String
    /// The declared port, or the default of the scheme.
    package let port: Int?
    /// The percent-encoded path, which begins with a slash.
    package let path: String
    package let query: String?
    package let fragment: String?

    /// Parses an absolute URL.
    package init?(_ text: String) {
        guard let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        guard unsafe Self.set(url, text) else { return nil }
        unsafe self.init(url)
    }

    /// Resolves a reference against a base URL (RFC 3986, section 5.2).
    package init?(_ reference: String, relativeTo base: URLParts) {
        guard let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        guard unsafe Self.set(url, base.text) else { return nil }
        if reference.isEmpty || reference.hasPrefix("#") {
            // The result is the base URL itself. libcurl would remove its last path segment.
            let fragment = reference.isEmpty ? nil : Self.encoded(reference.dropFirst())
            guard unsafe Self.set(url, CURLUPART_FRAGMENT, fragment) else { return nil }
        } else {
            guard unsafe Self.set(url, Self.isSegmentWithColon(reference) ? "./" + reference : reference)
            else {
                return nil
            }
        }
        unsafe self.init(url)
    }

    package var description: String { text }

    private init?(_ url: OpaquePointer) {
        guard let scheme = unsafe Self.get(url, CURLUPART_SCHEME),
            let given = unsafe Self.get(url, CURLUPART_HOST),
            !given.isEmpty
        else { return nil }
        let host = given.lowercased()
        guard unsafe host == given || Self.set(url, CURLUPART_HOST, host),
            let text = unsafe Self.get(url, CURLUPART_URL)
        else { return nil }
        self.text = text
        self.scheme = scheme.lowercased()
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        unsafe user = Self.get(url, CURLUPART_USER)
        unsafe password = Self.get(url, CURLUPART_PASSWORD)
        unsafe port = Self.get(url, CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap { Int($0) }
        unsafe path = Self.get(url, CURLUPART_PATH) ?? "/"
        unsafe query = Self.get(url, CURLUPART_QUERY)
        unsafe fragment = Self.get(url, CURLUPART_FRAGMENT)
    }

    private static func set(_ url: OpaquePointer, _ text: String) -> Bool {
        // With an empty authority, libcurl would take the first path segment for the host. URL parsers
        // disagree on a backslash.
        if let authority = authority(of: text[...]) {
            guard !authority.isEmpty, !authority.contains(0x5C) else { return false }
        }
        return unsafe set(url, CURLUPART_URL, encoded(text[...]))
    }

    private static func set(_ url: OpaquePointer, _ part: CURLUPart, _ text: String?) -> Bool {
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard let text else { return unsafe curl_url_set(url, part, nil, flags) == CURLUE_OK }
        return unsafe !text.utf8.contains(0) && curl_url_set(url, part, text, flags) == CURLUE_OK
    }

    /// Whether the reference is a path with a colon in its first segment, but without a scheme: `12:30.ts`.
    private static func isSegmentWithColon(_ reference: String) -> Bool {
        let segment = reference.utf8.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        guard let colon = segment.firstIndex(of: 0x3A) else { return false }
        let name = segment[..<colon]
        let isScheme = name.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
        return !isScheme || !(name.first.map { (0x61...0x7A).contains($0.lowered) } ?? false)
    }

    /// The authority, between `//` and the path, the query or the fragment (RFC 3986, section 3.2).
    private static func authority(of text: Substring) -> Substring.UTF8View? {
        let delimiters: [UInt8] = [0x2F, 0x3F, 0x23]
        let bytes = text.utf8
        guard let slash = bytes.firstIndex(where: delimiters.contains),
            bytes[slash...].starts(with: "//".utf8),
            bytes[..<slash].isEmpty || bytes[..<slash].last == 0x3A
        else { return nil }
        return bytes[slash...].dropFirst(2).prefix { !delimiters.contains($0) }
    }

    /// Percent-encodes invalid characters after the authority.
    private static func encoded(_ text: Substring) -> String {
        let bytes = text.utf8
        let start = authority(of: text)?.endIndex ?? bytes.startIndex
        guard bytes[start...].contains(where: isForbidden) else { return String(text) }
        var output = Array(bytes[..<start])
        for byte in bytes[start...] {
            if isForbidden(byte) {
                let digits = String(byte, radix: 16, uppercase: true)
                output += "%\(digits.count < 2 ? "0" : "")\(digits)".utf8
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x3C || byte == 0x3E
    }

    private static func get(_ url: OpaquePointer, _ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(url, part, &text, UInt32(flags)) == CURLUE_OK, let text = unsafe text else {
            return nil
        }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
