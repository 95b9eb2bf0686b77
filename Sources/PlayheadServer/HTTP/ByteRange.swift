/// The range of a body that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// The whole body: the request has no range, or a range that a server may ignore.
    case whole
    case part(Range<Int>)
    /// The range is outside the body.
    case unsatisfiable

    /// Parses the header `Range` for a body of `size` bytes. Several ranges in one header select the whole
    /// body.
    init(_ header: String?, of size: Int) {
        self = .whole
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].lowercased() == "bytes"
        else { return }
        let bounds = header[header.index(after: equals)...]
            .split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        guard bounds.count == 2, bounds.allSatisfy({ $0.utf8.allSatisfy(Self.digits.contains) }) else {
            return
        }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (let first?, let last) where bounds[1].isEmpty || first <= last ?? .max:
            self = first < size ? .part(first..<min(last ?? .max - 1, size - 1) + 1) : .unsatisfiable
        case (nil, let count?) where bounds[0].isEmpty:
            self = count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .unsatisfiable
        default: break
        }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
