internal import HTTPTransport

/// The header fields of a request, in the order in which they are sent; names are the same whatever the case of their letters.
package struct HTTPFields: Sendable {
    private(set) var all: [(name: String, value: String)] = []

    init(_ fields: [(name: String, value: String)] = []) { all = fields }

    mutating func add(_ name: String, _ value: String) { all.append((name, value)) }

    /// In the place of all others of that name.
    mutating func replace(_ name: String, _ value: String) {
        all.removeAll { $0.name.lowercased() == name.lowercased() }
        add(name, value)
    }

    subscript(name: String) -> String? { all.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// What a request bears for what is to be read as a whole: it may be compressed for its way.
    static let ofText = HTTPFields([("Accept-Encoding", "gzip")])
}

extension HTTPResponseHead {
    /// How the body was encoded for its way; nil: not at all.
    var contentEncoding: String? {
        let names = values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { $0 != "identity" && !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
