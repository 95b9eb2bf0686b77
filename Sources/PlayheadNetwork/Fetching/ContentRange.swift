internal import HTTPTransport

/// What a client asks for (`Range: bytes=first-last`), or a server says that it sends (`Content-Range`).
package struct ContentRange: Sendable, Equatable {
    package var first: Int
    /// Inclusive; nil: to the end.
    package var last: Int?
    /// Of the whole resource.
    package var total: Int?

    package init(first: Int, last: Int?) {
        self.first = first
        self.last = last
    }

    package init(_ range: Range<Int>) { self.init(first: range.lowerBound, last: range.upperBound - 1) }

    /// As a request has it.
    var header: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }

    /// Reads what a request asks for; nil where it is not of this form.
    init?(request text: String) {
        guard text.hasPrefix("bytes=") else { return nil }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]) else { return nil }
        self.first = first
        last = Int(parts[1])
    }

    /// Reads a response's header. Of `bytes */1234` the total is known alone.
    init?(_ head: HTTPResponseHead) {
        guard let text = head["Content-Range"], text.hasPrefix("bytes ") else { return nil }
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
