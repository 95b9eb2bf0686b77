/// Reads numbers and strings from the front of bytes. A read beyond the end returns nil.
package struct ByteCursor: Sendable {
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

    var isEmpty: Bool { rest.isEmpty }

    /// Removes and returns the next `count` bytes.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a big-endian number of up to eight bytes.
    package mutating func number(bytes count: Int) -> UInt64? {
        take(count)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a big-endian number as an `Int`; nil when it does not fit.
    mutating func integer(bytes count: Int) -> Int? { number(bytes: count).flatMap { Int(exactly: $0) } }
}

/// Reads up to `count` bytes of a file at an offset.
package typealias ByteReader = (_ offset: Int, _ count: Int) -> [UInt8]

extension [UInt8] {
    /// A reader over the bytes.
    var reader: ByteReader {
        { offset, count in
            guard offset >= 0, count > 0, offset < self.count else { return [] }
            return Array(self[offset..<Swift.min(self.count, offset + Swift.min(count, self.count))])
        }
    }

    /// The bytes as the content of a box.
    var content: MP4File.Box { MP4File.Box(type: "", start: 0, end: count) }
}
