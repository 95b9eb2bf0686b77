import Foundation

/// What a request is about (RFC 9112, 3.2).
struct RequestTarget: Equatable {
    /// Decoded, and without the slash at its beginning.
    var path: String
    /// What follows the question mark, as it came.
    var query: String?

    /// Reads the first line's target; nil for one that names nothing here: one that is not well encoded, or that climbs out
    /// of the folder.
    init?(_ text: String) {
        var rest = Substring(text)
        if !rest.hasPrefix("/") {
            guard let scheme = rest.range(of: "://") else { return nil }
            rest = rest[scheme.upperBound...]
            rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
        }
        rest = rest.prefix { $0 != "#" }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? String(parts[1]) : nil
        guard let path = (parts.first ?? "").removingPercentEncoding, !path.contains("\0") else { return nil }
        let names = path.split(separator: "/")
        guard !names.contains("..") else { return nil }
        self.path =
            names.filter { $0 != "." }.joined(separator: "/")
            + (path.hasSuffix("/") && !names.isEmpty ? "/" : "")
    }
}
