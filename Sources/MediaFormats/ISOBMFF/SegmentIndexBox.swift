/// A segment index (`sidx`, ISO/IEC 14496-12 §8.16.3). Its references are to media, or to further indexes
/// that are parsed separately.
package struct SegmentIndexBox: Sendable, Equatable {
    package struct Reference: Sendable, Equatable {
        /// The start in nanoseconds on the media timeline.
        package var start: Int64
        package var duration: Int64
        /// The byte range in the file.
        package var bytes: Range<Int>
        /// Whether another index begins there instead of media.
        package var isIndex: Bool
        package var startsWithSAP: Bool
        /// The type of the stream access point; 0 when it is not declared.
        package var sapType: Int
    }

    /// The track ID, or another stream number.
    package var referenceID: UInt32
    package var timescale: UInt32
    /// The byte range of the box in the file.
    package var bytes: Range<Int>
    package var references: [Reference]

    /// Parses the first index in the bytes; nil when it is missing or incomplete. The bytes begin with a box
    /// at `offset` in the file. Other boxes before the index are skipped.
    package static func read(
        _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(DemuxerError) -> SegmentIndexBox? {
        try readAll(bytes, at: offset, limit: 1).first
    }

    /// Parses all complete indexes in the bytes. The indexes of a hierarchy are often adjacent.
    package static func readAll(
        _ bytes: ArraySlice<UInt8>, at offset: Int, limit: Int = .max
    ) throws(DemuxerError) -> [SegmentIndexBox] {
        guard offset >= 0, offset < 1 << 60 else { throw .malformed("An index lies outside of any file.") }
        var list: [SegmentIndexBox] = []
        var rest = bytes
        while list.count < limit {
            var reader = BoxReader(rest)
            guard reader.remaining >= 8 else { break }
            var size = UInt64(try reader.u32())
            let type = try reader.fourCC()
            guard type.isPrintable else { throw .notThisFormat }
            if size == 1 {
                guard reader.remaining >= 8 else { break }
                size = try reader.u64()
            }
            let header = reader.index - rest.startIndex
            guard size >= header else {
                if size == 0 { break }
                throw .malformed("The box \(type) is smaller than its header.")
            }
            guard size <= rest.count else { break }
            if type == "sidx" {
                let start = offset + rest.startIndex - bytes.startIndex
                let body = rest.prefix(Int(size)).dropFirst(header)
                list.append(try SegmentIndexBox(body, bytes: start..<start + Int(size)))
            }
            rest = rest.dropFirst(Int(size))
        }
        return list
    }

    private init(_ body: ArraySlice<UInt8>, bytes: Range<Int>) throws(DemuxerError) {
        self.bytes = bytes
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        referenceID = try reader.u32()
        timescale = try reader.u32()
        guard timescale > 0 else { throw .malformed("The segment index has no timescale.") }
        let scale = Int64(timescale)
        let earliest = version == 0 ? UInt64(try reader.u32()) : try reader.u64()
        let offset = version == 0 ? UInt64(try reader.u32()) : try reader.u64()
        guard earliest < 1 << 62, offset < 1 << 60 else {
            throw .malformed("The segment index is out of range.")
        }
        try reader.skip(2)
        let count = Int(try reader.u16())
        references = []
        references.reserveCapacity(count)
        var ticks = Int64(earliest)
        var position = bytes.upperBound + Int(offset)
        for _ in 0..<count {
            let (target, duration, access) = (try reader.u32(), try reader.u32(), try reader.u32())
            let end = position + Int(target & 0x7FFF_FFFF)
            let start = Ticks.nanoseconds(ticks, timescale: scale)
            ticks += Int64(duration)
            let length = Ticks.nanoseconds(ticks, timescale: scale).saturatingSubtracting(start)
            references.append(
                Reference(
                    start: start, duration: length, bytes: position..<end, isIndex: target >> 31 == 1,
                    startsWithSAP: access >> 31 == 1, sapType: Int(access >> 28 & 7)))
            position = end
        }
    }
}
