/// An event message (`emsg`, ISO/IEC 23009-1 §5.10.3.3).
struct EventMessage: Sendable {
    /// The metadata. Its time is 0 when it is relative to the start of the segment.
    private(set) var metadata: TimedMetadata
    /// The distance in nanoseconds from the earliest presentation time of the segment; nil when the time is
    /// absolute.
    private(set) var delta: Int64?

    static let maximumSize = 1 << 20

    init(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        var scheme = ""
        var value = ""
        if version == 0 { (scheme, value) = (reader.string(), reader.string()) }
        let timescale = Int64(try reader.u32())
        guard version <= 1, timescale > 0 else { throw .malformed("An event message cannot be read.") }
        let ticks = version == 0 ? UInt64(try reader.u32()) : try reader.u64()
        let time = Ticks.nanoseconds(Int64(clamping: ticks), timescale: timescale)
        let duration = try reader.u32()
        let id = try reader.u32()
        if version == 1 { (scheme, value) = (reader.string(), reader.string()) }
        metadata = TimedMetadata(scheme: scheme, time: version == 0 ? 0 : time, data: Array(reader.rest))
        metadata.value = value
        metadata.id = id
        if duration != .max { metadata.duration = Ticks.nanoseconds(Int64(duration), timescale: timescale) }
        if version == 0 { delta = time }
    }

    func metadata(segmentStart: Int64) -> TimedMetadata {
        var metadata = metadata
        if let delta { metadata.time = segmentStart.saturatingAdding(delta) }
        return metadata
    }
}
