internal import MediaFormats

/// Facts of a segment's container that demuxers do not report.
package struct SegmentStructure: Sendable, Equatable {
    /// MPEG-TS: the number of programs of the first PAT; nil without a PAT.
    package var programs: Int?
    /// MPEG-TS: whether a PAT precedes the first elementary stream packet.
    package var beginsWithTables = true
    /// MPEG-TS: packets whose continuity counter does not continue.
    package var continuityErrors = 0
    /// MP4: top-level box types in order, at most 64.
    package var boxes: [String] = []
    /// MP4: movie fragments with a track fragment that has no decode time (`tfdt`).
    package var fragmentsWithoutTime = 0
    /// MP4: the sequence numbers of movie fragments.
    package var fragmentNumbers: [UInt32] = []
    /// Packed audio: whether an ID3 tag with the timestamp precedes the first frame.
    package var hasTimestampTag = false

    init() {}

    init(_ bytes: [UInt8], _ container: MeasuredSegment.Container) {
        switch container {
        case .transportStream: readPackets(bytes)
        case .fragmentedMP4: readBoxes(bytes)
        case .packedAudio:
            let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
            hasTimestampTag = bytes.starts(with: Array("ID3".utf8)) && bytes.prefix(1024).contains(owner)
        case .webM, .text: break
        }
    }

    private mutating func readPackets(_ bytes: [UInt8]) {
        var counters = [Int](repeating: -1, count: 8192)
        var hasTable = false
        for start in stride(from: 0, to: bytes.count - 187, by: 188) where bytes[start] == 0x47 {
            let pid = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
            let flags = bytes[start + 3]
            if pid == 0x1FFF || bytes[start + 1] & 0x80 != 0 { continue }
            let hasPayload = flags & 0x10 != 0
            let isMarked = flags & 0x20 != 0 && bytes[start + 4] > 0 && bytes[start + 5] & 0x80 != 0
            if hasPayload {
                let counter = Int(flags & 0x0F)
                if counters[pid] >= 0, !isMarked, counter != (counters[pid] + 1) & 15,
                    counter != counters[pid]
                {
                    continuityErrors += 1
                }
                counters[pid] = counter
            }
            if pid == 0, hasPayload, bytes[start + 1] & 0x40 != 0 {
                let offset = start + 4 + (flags & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0)
                guard offset + 4 < start + 188 else { continue }
                let table = offset + 1 + Int(bytes[offset])
                guard table + 8 < start + 188, programs == nil else { continue }
                let length = Int(bytes[table + 1] & 0x0F) << 8 | Int(bytes[table + 2])
                var count = 0
                for entry in stride(from: table + 8, to: min(table + 3 + length - 4, start + 184), by: 4)
                where bytes[entry] != 0 || bytes[entry + 1] != 0 { count += 1 }
                (programs, hasTable) = (count, true)
            } else if !hasTable, pid > 0x1F {
                beginsWithTables = false
            }
        }
    }

    private mutating func readBoxes(_ bytes: [UInt8]) {
        for (type, body) in ByteBoxes(bytes[...]) {
            if boxes.count < 64 { boxes.append(type) }
            guard type == "moof" else { continue }
            var hasTime = true
            for (type, part) in ByteBoxes(body) {
                if type == "mfhd", part.count >= 8 {
                    fragmentNumbers.append(part.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
                }
                if type == "traf", !ByteBoxes(part).contains(where: { $0.0 == "tfdt" }) { hasTime = false }
            }
            if !hasTime { fragmentsWithoutTime += 1 }
        }
    }
}

/// The boxes in a range of bytes, up to the first one that does not fit.
struct ByteBoxes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    /// The declared end of the box that did not fit, and the bytes that it lacks.
    private(set) var missingBytes = 0

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> (String, ArraySlice<UInt8>)? {
        guard rest.count >= 8 else { return nil }
        var size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
        var header = 8
        if size == 1, rest.count >= 16 {
            size = rest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | Int($1 & ($0 > 1 << 54 ? 0 : 0xFF)) }
            header = 16
        } else if size == 0 {
            size = rest.count
        }
        guard size >= header else { return nil }
        missingBytes = Swift.max(size - rest.count, 0)
        guard missingBytes == 0 else { return nil }
        defer { rest = rest.dropFirst(size) }
        return (type, rest.prefix(size).dropFirst(header))
    }
}
