internal import FoundationEssentials

/// An absolute address of a resource, taken apart the way the HTTP client will.
package struct HTTPURL: Sendable, Hashable {
    package let text: String
    package let scheme: String
    package let host: String
    package let port: Int
    package let path: String

    package init?(_ text: String) { self.init(URL(string: text)) }

    /// What a reference means in a document at another address.
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

    /// What an HTTP client is told: without a login and a fragment, and put together from the same parts that were judged.
    package var request: String {
        let url = URL(string: text)
        let host = url?.host(percentEncoded: true) ?? host
        let port = url?.port.map { ":\($0)" } ?? ""
        let query = url?.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)\(path)\(query)"
    }
}
