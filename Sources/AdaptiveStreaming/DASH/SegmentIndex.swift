internal import MediaFormats

/// The segments of a file from its index: `sidx` of MP4 (ISO/IEC 14496-12), or Cues of WebM.
package struct SegmentIndex: Sendable, Equatable {
    struct Segment: Sendable, Equatable {
        var start: Duration
        var duration: Duration
        var range: HLSByteRange
    }

    var segments: [Segment] = []

    /// Parses an index; nil when there is none, or when it refers to other indexes.
    ///
    /// - Parameter offset: the offset of the bytes in the file.
    package init?(_ bytes: [UInt8], at offset: Int) {
        var reader = BoxBytes(bytes)
        while let box = reader.box() {
            if box.name == "sidx", let found = Self.segments(&reader, end: offset + box.end) {
                segments = found
                return
            }
            reader.position = box.end
        }
        return nil
    }

    /// Parses the Cues of a WebM file; nil for other content, or when the end of the last segment is unknown.
    ///
    /// - Parameters:
    ///   - offset: the offset of the Cues in the file.
    ///   - header: the beginning of the file, at least up to its first Cluster.
    ///   - size: the size of the file in bytes.
    package init?(cues: [UInt8], at offset: Int, header: [UInt8], size: Int?) {
        var demuxer = WebMDemuxer()
        _ = try? demuxer.append(header[...])
        guard let start = demuxer.segmentDataStart,
            let found = try? WebMCues(
                cues[...], at: Int64(offset), segmentDataStart: start, timestampScale: demuxer.timestampScale)
        else { return nil }
        var last = Duration.zero
        for part in found.segments(duration: demuxer.duration) {
            guard let end = part.end.map({ Int($0) }) ?? size, case let start = Int(part.start), start < end
            else {
                return nil
            }
            last = part.duration.map { .nanoseconds($0) } ?? last
            segments.append(
                Segment(
                    start: .nanoseconds(part.time), duration: last,
                    range: HLSByteRange(offset: start, length: end - start)))
        }
        guard !segments.isEmpty, segments.allSatisfy({ $0.duration > .zero }) else { return nil }
    }

    /// Whether the bytes are WebM Cues.
    package static func areCues(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1C, 0x53, 0xBB, 0x6B]) }

    private static func segments(_ reader: inout BoxBytes, end: Int) -> [Segment]? {
        guard let version = reader.number(1), reader.skip(3 + 4), let scale = reader.number(4), scale > 0
        else { return nil }
        let width = version == 0 ? 4 : 8
        guard let first = reader.number(width), let skipped = reader.number(width), reader.skip(2),
            let count = reader.number(2), skipped < 1 << 48, first < 1 << 62
        else { return nil }
        var result: [Segment] = []
        var (time, place) = (first, end + skipped)
        func moment(_ ticks: Int) -> Duration { .units(ticks, of: scale) }
        for _ in 0..<count {
            guard let reference = reader.number(4), let duration = reader.number(4), reader.skip(4) else {
                return nil
            }
            // The entry refers to another index.
            guard reference < 1 << 31 else { return nil }
            if reference > 0 {
                result.append(
                    Segment(
                        start: moment(time), duration: moment(time + duration) - moment(time),
                        range: HLSByteRange(offset: place, length: reference)))
            }
            (time, place) = (time + duration, place + reference)
        }
        return result.isEmpty ? nil : result
    }
}

/// Reads numbers from the bytes of boxes.
private struct BoxBytes {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the header of the next box. Returns its name and its end.
    mutating func box() -> (name: String, end: Int)? {
        let start = position
        guard var size = number(4), position + 4 <= bytes.count else { return nil }
        let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        position += 4
        if size == 1 {
            guard let large = number(8) else { return nil }
            size = large
        }
        guard size >= position - start, size < 1 << 48 else { return nil }
        return (name, start + size)
    }

    mutating func number(_ width: Int) -> Int? {
        guard position >= 0, position + width <= bytes.count else { return nil }
        let value = bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        position += width
        return Int(exactly: value)
    }

    mutating func skip(_ count: Int) -> Bool {
        position += count
        return position <= bytes.count
    }
}
