internal import PlayheadSystem

/// The target of a request (RFC 9112, section 3.2).
struct RequestTarget: Equatable {
    /// The decoded path without the leading slash.
    var path: String
    /// The query as received, without the question mark.
    var query: String?

    /// Parses the target of a request line. It is nil for a malformed encoding, and for a path that leaves
    /// the folder.
    init?(_ text: String) {
        var rest = Substring(text)
        if !rest.hasPrefix("/") {
            guard let scheme = rest.firstRange(of: "://") else { return nil }
            rest = rest[scheme.upperBound...]
            rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
        }
        rest = rest.prefix { $0 != "#" }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? String(parts[1]) : nil
        guard let path = PercentEncoding.strictlyDecoded(parts.first ?? ""), !path.contains("\0") else {
            return nil
        }
        let names = path.split(separator: "/")
        guard !names.contains("..") else { return nil }
        self.path =
            names.filter { $0 != "." }.joined(separator: "/")
            + (path.hasSuffix("/") && !names.isEmpty ? "/" : "")
    }
}
