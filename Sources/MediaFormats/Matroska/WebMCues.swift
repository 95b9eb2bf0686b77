/// The index of a WebM file (RFC 9559, section 5.1.5), which lists its Clusters. With
/// `SegmentBase@indexRange` of DASH, each Cluster with a cue is a segment.
package struct WebMCues: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// The time in nanoseconds.
        package var time: Int64
        /// The offset of the Cluster from the start of the file.
        package var offset: Int64
    }

    /// A range of the file that is a segment.
    package struct Segment: Sendable, Equatable {
        package var time: Int64
        /// The duration; nil for the last segment when the duration of the file is unknown.
        package var duration: Int64?
        package var start: Int64
        /// The offset after the last byte; nil means the end of the file.
        package var end: Int64?
    }

    /// One entry for each Cluster, in file order.
    package var entries: [Entry] = []
    /// The offset of the Cues element in the file.
    package var offset: Int64

    /// Parses a Cues element.
    ///
    /// - Parameters:
    ///   - bytes: the element with its header, for example the bytes of `SegmentBase@indexRange`.
    ///   - offset: the offset of these bytes in the file.
    ///   - segmentDataStart: the value of the demuxer after it has read the initialization range.
    ///   - timestampScale: the value of the demuxer at the same point.
    ///   - track: the track whose cues are used; nil for any track.
    package init(
        _ bytes: ArraySlice<UInt8>, at offset: Int64, segmentDataStart: UInt64, timestampScale: UInt64,
        track: Int? = nil
    ) throws(DemuxerError) {
        guard case .header(let header) = EBML.header(bytes), header.id == MatroskaID.cues else {
            throw .malformed("The index range has no Cues element at its start.")
        }
        let available = bytes.count - header.length
        guard let size = header.size, let size = Int(exactly: size), size <= available else {
            throw .malformed("The index range ends before the Cues element does.")
        }
        self.offset = offset
        var children = EBMLChildren(bytes.dropFirst(header.length).prefix(size))
        while let child = try children.next() {
            guard child.id == MatroskaID.cuePoint else { continue }
            for (ticks, position) in try Self.point(child.data, track: track) {
                guard let time = Self.product(ticks, timestampScale), position < 1 << 60,
                    segmentDataStart < 1 << 60
                else { throw .malformed("A cue is out of range.") }
                entries.append(Entry(time: time, offset: Int64(position + segmentDataStart)))
            }
        }
        entries.sort { ($0.offset, $0.time) < ($1.offset, $1.time) }
        var last: Int64?
        entries.removeAll { entry in
            defer { last = entry.offset }
            return entry.offset == last
        }
    }

    /// The times and Cluster positions of a CuePoint.
    private static func point(
        _ data: ArraySlice<UInt8>, track: Int?
    ) throws(DemuxerError) -> [(ticks: UInt64, position: UInt64)] {
        var ticks: UInt64?
        var positions: [UInt64] = []
        var children = EBMLChildren(data)
        while let child = try children.next() {
            switch child.id {
            case MatroskaID.cueTime: ticks = EBML.unsigned(child.data)
            case MatroskaID.cueTrackPositions:
                var (number, position): (UInt64?, UInt64?)
                var fields = EBMLChildren(child.data)
                while let field = try fields.next() {
                    if field.id == MatroskaID.cueTrack { number = EBML.unsigned(field.data) }
                    if field.id == MatroskaID.cueClusterPosition { position = EBML.unsigned(field.data) }
                }
                if let track, number != UInt64(exactly: track) { continue }
                if let position { positions.append(position) }
            default: break
            }
        }
        guard let ticks else { throw .malformed("A cue has no time.") }
        return positions.map { (ticks, $0) }
    }

    private static func product(_ ticks: UInt64, _ scale: UInt64) -> Int64? {
        let (product, overflows) = ticks.multipliedReportingOverflow(by: scale)
        return overflows || product > 1 << 61 ? nil : Int64(product)
    }

    /// The segments, each from its Cluster to the next one with a cue. The last one ends at the Cues, if
    /// these follow the Clusters.
    ///
    /// - Parameter duration: the duration of the file in nanoseconds, as reported by the demuxer.
    package func segments(duration: Int64?) -> [Segment] {
        entries.indices.map { index in
            let entry = entries[index]
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            let end = next?.time ?? duration
            return Segment(
                time: entry.time, duration: end.flatMap { $0 > entry.time ? $0 - entry.time : nil },
                start: entry.offset, end: next?.offset ?? (offset > entry.offset ? offset : nil))
        }
    }
}
