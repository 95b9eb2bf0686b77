/// Some bytes of a file, read as numbers and texts from its front; what lies beyond the end is nil.
package struct ByteCursor: Sendable {
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

    var isEmpty: Bool { rest.isEmpty }

    /// The next so many bytes.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number of so many bytes, the highest first; at most eight.
    package mutating func number(bytes count: Int) -> UInt64? {
        take(count)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The same as an `Int`; nil when it does not fit.
    mutating func integer(bytes count: Int) -> Int? { number(bytes: count).flatMap { Int(exactly: $0) } }
}

/// Reads up to so many bytes of a file from an offset on.
package typealias ByteReader = (_ offset: Int, _ count: Int) -> [UInt8]

extension [UInt8] {
    /// Reads them as if they were a file.
    var reader: ByteReader {
        { offset, count in
            guard offset >= 0, count > 0, offset < self.count else { return [] }
            return Array(self[offset..<Swift.min(self.count, offset + Swift.min(count, self.count))])
        }
    }

    /// All of it, as what is inside a box.
    var content: MP4File.Box { MP4File.Box(type: "", start: 0, end: count) }
}
