internal import NIOHTTP1

/// What a client asks for (`Range: bytes=first-last`), or a server says that it sends (`Content-Range`).
struct ContentRange: Sendable, Equatable {
    var first: Int
    /// Inclusive; nil: to the end.
    var last: Int?
    /// Of the whole resource.
    var total: Int?

    init(first: Int, last: Int?) {
        self.first = first
        self.last = last
    }

    init(_ range: Range<Int>) { self.init(first: range.lowerBound, last: range.upperBound - 1) }

    /// As a request has it.
    var header: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }

    /// Reads a request's header; nil where there is none, or one that is not of this form.
    init?(request: HTTPHeaders) {
        guard let text = request.first(name: "Range"), text.hasPrefix("bytes=") else { return nil }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]) else { return nil }
        self.first = first
        last = Int(parts[1])
    }

    /// Reads an answer's header. Of `bytes */1234` the total is known alone.
    init?(answer: HTTPHeaders) {
        guard let text = answer.first(name: "Content-Range"), text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        guard parts.count == 2 else { return nil }
        total = Int(parts[1])
        let bounds = parts[0].split(separator: "-")
        if bounds.count == 2, let first = Int(bounds[0]), let last = Int(bounds[1]) {
            (self.first, self.last) = (first, last)
        } else if parts[0] == "*", let total {
            first = total
        } else {
            return nil
        }
    }
}
