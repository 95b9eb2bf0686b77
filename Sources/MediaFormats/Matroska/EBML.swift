/// Parses EBML elements (RFC 8794) and their values.
package enum EBML {
    /// The ID and the size before the data of an element.
    struct Header: Equatable {
        /// The ID with its marker bits, as in specifications.
        var id: UInt32
        /// The size of the data; nil when unknown (RFC 8794, section 6.2).
        var size: UInt64?
        /// The length of the header in bytes.
        var length: Int
    }

    enum HeaderResult: Equatable { case header(Header), incomplete, invalid }

    /// Parses the header at the start of the bytes.
    static func header(_ bytes: ArraySlice<UInt8>) -> HeaderResult {
        guard let first = bytes.first else { return .incomplete }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4 else { return .invalid }
        guard bytes.count > idLength else { return .incomplete }
        var index = bytes.startIndex
        var id: UInt32 = 0
        for _ in 0..<idLength {
            id = id << 8 | UInt32(bytes[index])
            index += 1
        }
        guard bytes[index] != 0 else { return .invalid }
        guard let size = variableSize(bytes[index...]) else { return .incomplete }
        return .header(Header(id: id, size: size.value, length: idLength + size.length))
    }

    /// Parses a size (RFC 8794, section 4) at the start of the bytes. The value is nil when all its bits are
    /// set. Nil when incomplete, or longer than eight bytes.
    static func variableSize(_ bytes: ArraySlice<UInt8>) -> (value: UInt64?, length: Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        var value = UInt64(first) & (0x7F >> UInt64(length - 1))
        for byte in bytes.dropFirst().prefix(length - 1) { value = value << 8 | UInt64(byte) }
        let unknown = (UInt64(1) << UInt64(7 * length)) - 1
        return (value == unknown ? nil : value, length)
    }

    /// An unsigned number; nil when it has more than eight bytes.
    static func unsigned(_ data: ArraySlice<UInt8>) -> UInt64? {
        guard data.count <= 8 else { return nil }
        return data.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A floating-point number of 0, 4 or 8 bytes (RFC 8794, section 7.3).
    package static func float(_ data: ArraySlice<UInt8>) -> Double? {
        guard let bits = unsigned(data) else { return nil }
        switch data.count {
        case 0: return 0
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: return nil
        }
    }

    /// A string up to the first zero byte (RFC 8794, section 7.4).
    static func string(_ data: ArraySlice<UInt8>) -> String {
        String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Iterates over the children of a complete element.
struct EBMLChildren {
    private var rest: ArraySlice<UInt8>
    private(set) var position = 0

    init(_ data: ArraySlice<UInt8>) { rest = data }

    /// The next child; nil at the end. A child of unknown size extends to the end.
    mutating func next() throws(DemuxerError) -> (id: UInt32, data: ArraySlice<UInt8>)? {
        guard !rest.isEmpty else { return nil }
        guard case .header(let header) = EBML.header(rest) else {
            throw .malformed("An EBML element has an invalid header.")
        }
        let available = rest.count - header.length
        guard let size = Int(exactly: header.size ?? UInt64(available)), size <= available else {
            throw .malformed("An EBML element is longer than its parent.")
        }
        let start = rest.startIndex + header.length
        let data = rest[start..<start + size]
        rest = rest[(start + size)...]
        position += header.length + size
        return (header.id, data)
    }
}
