/// The format fields of an ES_Descriptor in `esds` (ISO/IEC 14496-1 §7.2.6.5, -14 §5.6).
struct ElementaryStreamDescriptor: Sendable {
    /// The field `objectTypeIndication`.
    private(set) var objectType: UInt8 = 0
    /// The DecoderSpecificInfo.
    private(set) var specificInfo: ArraySlice<UInt8> = []

    init(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        var reader = BoxReader(body)
        try reader.skip(4)
        var (tag, content) = try Self.descriptor(&reader)
        if tag == 3 {
            var stream = BoxReader(content)
            try stream.skip(2)
            let flags = try stream.u8()
            if flags & 0x80 != 0 { try stream.skip(2) }
            if flags & 0x40 != 0 { try stream.skip(Int(try stream.u8())) }
            if flags & 0x20 != 0 { try stream.skip(2) }
            (tag, content) = try Self.descriptor(&stream)
        }
        guard tag == 4 else { throw .malformed("The descriptor of an elementary stream has no decoder.") }
        var decoder = BoxReader(content)
        objectType = try decoder.u8()
        try decoder.skip(12)
        while decoder.remaining >= 2 {
            let (tag, content) = try Self.descriptor(&decoder)
            guard tag == 5 else { continue }
            specificInfo = content
            break
        }
    }

    /// Reads a descriptor with its tag. Its size is limited to the available bytes, because some writers
    /// declare too much.
    private static func descriptor(
        _ reader: inout BoxReader
    ) throws(DemuxerError) -> (tag: UInt8, content: ArraySlice<UInt8>) {
        let tag = try reader.u8()
        var size = 0
        for _ in 0..<4 {
            let byte = try reader.u8()
            size = size << 7 | Int(byte & 0x7F)
            guard byte & 0x80 != 0 else { break }
        }
        return (tag, try reader.take(min(size, reader.remaining)))
    }
}
