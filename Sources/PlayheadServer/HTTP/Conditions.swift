import NIOHTTP1

extension HTTPHeaders {
    /// Whether each required header is present with a matching value.
    func meet(_ required: [String: String]) -> Bool {
        required.allSatisfy { name, pattern in
            let pattern = ValuePattern(pattern)
            return self[name].contains { pattern.matches($0) }
        }
    }

    /// Whether the client already has the same content (RFC 9110, section 13.2).
    func know(tag: String?, date: String?) -> Bool {
        let tags = self[canonicalForm: "If-None-Match"]
        if !tags.isEmpty {
            return tags.contains {
                $0 == "*" || tag != nil && ($0 == tag ?? "" || $0.dropFirst(2) == tag ?? "")
            }
        }
        return date != nil && first(name: "If-Modified-Since") == date
    }
}

/// A pattern for header values, in which `*` matches any text.
private struct ValuePattern {
    private let parts: [Substring]

    init(_ text: String) {
        parts = text.split(separator: "*", omittingEmptySubsequences: false)
    }

    func matches(_ value: String) -> Bool {
        guard let first = parts.first, value.hasPrefix(first) else { return false }
        var rest = value.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        guard parts.count > 1, let last = parts.last else { return rest.isEmpty }
        return rest.hasSuffix(last)
    }
}
