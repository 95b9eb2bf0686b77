internal import FoundationEssentials

/// An absolute URL, parsed in the same way as by the HTTP client.
package struct HTTPURL: Sendable, Hashable {
    package let text: String
    package let scheme: String
    package let host: String
    package let port: Int
    package let path: String

    package init?(_ text: String) { self.init(URL(string: text)) }

    /// Resolves a reference against the URL of its document.
    package init?(_ reference: String, in base: HTTPURL) {
        guard let base = URL(string: base.text) else { return nil }
        self.init(URL(string: reference, relativeTo: base)?.absoluteURL)
    }

    private init?(_ url: URL?) {
        guard let url, let scheme = url.scheme?.lowercased() else { return nil }
        text = url.absoluteString
        self.scheme = scheme
        host = (url.host(percentEncoded: false) ?? "").trimmingBrackets.lowercased()
        port = url.port ?? (scheme == "https" ? 443 : 80)
        path = url.path(percentEncoded: true).isEmpty ? "/" : url.path(percentEncoded: true)
    }

    package var isSecure: Bool { scheme == "https" }

    /// The URL for the HTTP client: without login and fragment, and built from the same components that were
    /// checked.
    package var request: String {
        let url = URL(string: text)
        let host = url?.host(percentEncoded: true) ?? host
        let port = url?.port.map { ":\($0)" } ?? ""
        let query = url?.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)\(path)\(query)"
    }
}
