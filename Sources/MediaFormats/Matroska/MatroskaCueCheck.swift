package import PlayheadSystem

/// Checks whether the index of a Matroska file leads to its Clusters. Programs that cut or join files without
/// writing them anew leave indexes that do not.
package enum MatroskaCueCheck {
    /// The offset of a Cues element that leads elsewhere; nil if the index is right, or if there is none.
    package static func brokenCues(in file: FileBytes) -> Int? {
        guard let (start, scale, cues) = find(in: file),
            case .header(let header) = EBML.header(file.bytes(at: cues, count: 12)[...]),
            header.id == MatroskaID.cues, let size = header.size, size < largest
        else { return nil }
        let bytes = file.bytes(at: cues, count: header.length + Int(size))
        let index = try? WebMCues(
            bytes[...], at: Int64(cues), segmentDataStart: UInt64(start), timestampScale: scale)
        guard let index else { return cues }
        let step = max(index.entries.count / mostChecked, 1)
        let checked = stride(from: 0, to: index.entries.count, by: step).map { index.entries[$0] }
        return checked.allSatisfy { leadsToCluster($0, in: file, scale) } ? nil : cues
    }

    /// An ID that hides an element from readers: no specification has it.
    package static let unknownID: [UInt8] = [0x1C, 0x53, 0xBB, 0x6A]

    private static let largest = 32 << 20
    private static let mostChecked = 64
    /// Elements before the first Cluster: the beginning of any file has fewer.
    private static let mostElements = 64

    /// Where the data of the Segment begins, the nanoseconds of a tick, and the offset of the Cues element.
    private static func find(in file: FileBytes) -> (start: Int, scale: UInt64, cues: Int)? {
        var place = 0
        var start: Int?
        var scale: UInt64 = 1_000_000
        var sought: Int?
        for _ in 0..<mostElements {
            guard case .header(let header) = EBML.header(file.bytes(at: place, count: 12)[...]) else { break }
            let data = place + header.length
            switch header.id {
            case MatroskaID.segment:
                start = data
                place = data
                continue
            case MatroskaID.cues: return start.map { ($0, scale, place) }
            case MatroskaID.cluster: return start.flatMap { start in sought.map { (start, scale, $0) } }
            case MatroskaID.seekHead:
                let children = file.bytes(at: data, count: min(Int(clamping: header.size ?? 0), 4096))
                if let start { sought = sought ?? position(in: children[...]).map { $0 + start } }
            case MatroskaID.info:
                let fields = file.bytes(at: data, count: min(Int(clamping: header.size ?? 0), 4096))
                scale = tick(in: fields[...]) ?? scale
            default: break
            }
            guard let size = header.size, size < UInt64(file.size) else { break }
            place = data + Int(size)
        }
        return start.flatMap { start in sought.map { (start, scale, $0) } }
    }

    /// The position of the Cues element in a SeekHead.
    private static func position(in seekHead: ArraySlice<UInt8>) -> Int? {
        var children = EBMLChildren(seekHead)
        while let child = try? children.next() {
            var (id, position): (UInt64?, UInt64?)
            var fields = EBMLChildren(child.data)
            while let field = try? fields.next() {
                if field.id == MatroskaID.seekID { id = EBML.unsigned(field.data) }
                if field.id == MatroskaID.seekPosition { position = EBML.unsigned(field.data) }
            }
            if id == UInt64(MatroskaID.cues) { return position.flatMap { Int(exactly: $0) } }
        }
        return nil
    }

    private static func tick(in info: ArraySlice<UInt8>) -> UInt64? {
        var children = EBMLChildren(info)
        while let child = try? children.next() {
            if child.id == MatroskaID.timestampScale { return EBML.unsigned(child.data) }
        }
        return nil
    }

    /// Whether a cue leads to a Cluster that can contain its time. The time of a block is at most 32,768 ticks
    /// away from that of its Cluster.
    private static func leadsToCluster(_ cue: WebMCues.Entry, in file: FileBytes, _ scale: UInt64) -> Bool {
        guard let offset = Int(exactly: cue.offset), offset < file.size else { return false }
        let bytes = file.bytes(at: offset, count: 64)
        guard case .header(let header) = EBML.header(bytes[...]), header.id == MatroskaID.cluster else {
            return false
        }
        var children = bytes.dropFirst(header.length)
        // A checksum may come first.
        while case .header(let child) = EBML.header(children), let size = child.size, size <= 16 {
            let data = children.dropFirst(child.length).prefix(Int(size))
            guard child.id != MatroskaID.timestamp else {
                guard let ticks = EBML.unsigned(data), ticks < 1 << 40 else { return false }
                let difference = cue.time / Int64(max(scale, 1)) - Int64(ticks)
                return (-32_768...32_767).contains(difference)
            }
            children = children.dropFirst(child.length + Int(size))
        }
        return true
    }
}
