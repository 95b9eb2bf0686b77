internal import HTTPTransport

/// The byte range of a request (`Range: bytes=first-last`) or of a response (`Content-Range`).
package struct ContentRange: Sendable, Equatable {
    package var first: Int
    /// The last byte, inclusive; nil means the end of the resource.
    package var last: Int?
    /// The size of the whole resource in bytes.
    package var total: Int?

    package init(first: Int, last: Int?) {
        self.first = first
        self.last = last
    }

    package init(_ range: Range<Int>) { self.init(first: range.lowerBound, last: range.upperBound - 1) }

    /// The value of the `Range` field of a request.
    var header: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }

    /// Parses the `Range` field of a request; nil when it has another form.
    init?(request text: String) {
        guard text.hasPrefix("bytes=") else { return nil }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]) else { return nil }
        self.first = first
        last = Int(parts[1])
    }

    /// Parses the `Content-Range` field of a response. Of `bytes */1234` only the total is known.
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
