/// Reads big-endian fields of boxes and checks every access.
struct BoxReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

    var remaining: Int { bytes.endIndex - index }

    /// The remaining bytes.
    var rest: ArraySlice<UInt8> { bytes[index...] }

    private mutating func unsigned(_ count: Int) throws(DemuxerError) -> UInt64 {
        guard count <= remaining else { throw .malformed("A box ends within a field.") }
        var value: UInt64 = 0
        for offset in index..<index + count { value = value << 8 | UInt64(bytes[offset]) }
        index += count
        return value
    }

    mutating func u8() throws(DemuxerError) -> UInt8 { UInt8(truncatingIfNeeded: try unsigned(1)) }
    mutating func u16() throws(DemuxerError) -> UInt16 { UInt16(truncatingIfNeeded: try unsigned(2)) }
    mutating func u24() throws(DemuxerError) -> UInt32 { UInt32(truncatingIfNeeded: try unsigned(3)) }
    mutating func u32() throws(DemuxerError) -> UInt32 { UInt32(truncatingIfNeeded: try unsigned(4)) }
    mutating func u64() throws(DemuxerError) -> UInt64 { try unsigned(8) }
    mutating func i32() throws(DemuxerError) -> Int32 { Int32(bitPattern: try u32()) }
    mutating func i64() throws(DemuxerError) -> Int64 { Int64(bitPattern: try unsigned(8)) }
    mutating func fourCC() throws(DemuxerError) -> FourCC { FourCC(try u32()) }

    mutating func skip(_ count: Int) throws(DemuxerError) {
        guard count >= 0, count <= remaining else { throw .malformed("A box ends within a field.") }
        index += count
    }

    mutating func take(_ count: Int) throws(DemuxerError) -> ArraySlice<UInt8> {
        let start = index
        try skip(count)
        return bytes[start..<index]
    }

    /// Reads the version and the flags of a full box.
    mutating func versionAndFlags() throws(DemuxerError) -> (version: UInt8, flags: UInt32) {
        let value = try u32()
        return (UInt8(truncatingIfNeeded: value >> 24), value & 0xFF_FFFF)
    }

    /// Reads a string up to a zero byte, or up to the end of the box.
    mutating func string() -> String {
        let text = rest.prefix { $0 != 0 }
        index = min(text.endIndex + 1, bytes.endIndex)
        return String(decoding: text, as: UTF8.self)
    }
}

/// A complete box.
struct Box: Sendable {
    var type: FourCC
    /// The body after the header.
    var body: ArraySlice<UInt8>
    /// The size with the header.
    var size: Int
}

/// The consecutive boxes in a range of bytes.
struct BoxSequence: Sendable {
    private var reader: BoxReader

    init(_ bytes: ArraySlice<UInt8>) { reader = BoxReader(bytes) }

    /// The next box; nil at the end. Fewer than eight remaining bytes are ignored, because QuickTime ends
    /// some atom lists with a 32-bit zero.
    mutating func next() throws(DemuxerError) -> Box? {
        guard reader.remaining >= 8 else { return nil }
        let available = reader.remaining
        let size = try reader.u32()
        let type = try reader.fourCC()
        var header = 8
        var total = Int(size)
        switch size {
        case 0: total = available
        case 1:
            header = 16
            guard let large = Int(exactly: try reader.u64()) else {
                throw .malformed("The box \(type) is larger than what contains it.")
            }
            total = large
        default: break
        }
        guard total >= header, total <= available else {
            throw .malformed("The box \(type) is larger than what contains it.")
        }
        return Box(type: type, body: try reader.take(total - header), size: total)
    }
}

extension Int64 {
    /// The sum, or the limit on overflow.
    func saturatingAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    func saturatingSubtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    func saturatingMultiplied(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Int {
    /// The sum, or the limit on overflow.
    func saturatingAdding(_ other: Int) -> Int { Int(Int64(self).saturatingAdding(Int64(other))) }
}
