internal import HTTPTransport

/// The header fields of a request in sending order. Names are case-insensitive.
package struct HTTPFields: Sendable {
    private(set) var all: [(name: String, value: String)] = []

    init(_ fields: [(name: String, value: String)] = []) { all = fields }

    mutating func add(_ name: String, _ value: String) { all.append((name, value)) }

    /// Replaces all fields of the same name.
    mutating func replace(_ name: String, _ value: String) {
        all.removeAll { $0.name.lowercased() == name.lowercased() }
        add(name, value)
    }

    subscript(name: String) -> String? { all.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The fields of a request for text that is read as a whole. The response may be compressed.
    static let ofText = HTTPFields([("Accept-Encoding", "gzip")])
}

extension HTTPResponseHead {
    /// The content encoding of the body; nil without one.
    var contentEncoding: String? {
        let names = values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { $0 != "identity" && !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
