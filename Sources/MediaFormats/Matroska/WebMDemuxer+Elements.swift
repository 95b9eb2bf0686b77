/// The parsing of elements other than blocks.
extension WebMDemuxer {
    /// Reads an element, or only the header of a container element. Returns false when more bytes are needed.
    mutating func readElement(
        _ header: EBML.Header, _ input: inout ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) -> Bool {
        if MatroskaID.isTopLevel(header.id) {
            // This also ends a Cluster with a longer declared size, as in a live stream that was cut off.
            cluster = nil
            return try readTopLevel(header, &input, &outputs)
        }
        if let cluster {
            return try readClusterChild(header, of: cluster, &input, &outputs)
        }
        let isKnown = [MatroskaID.void, MatroskaID.crc32].contains(header.id) || header.id > 0xFF_FFFF
        guard hasBegun, isKnown, let size = header.size, size <= Self.largestBlock
        else {
            try lose(&input)
            return true
        }
        pass(header, size, &input)
        return true
    }

    private mutating func readTopLevel(
        _ header: EBML.Header, _ input: inout ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) -> Bool {
        hasBegun = true
        switch header.id {
        case MatroskaID.ebml:
            guard let data = try whole(header, input, limit: 1 << 16) else { return false }
            try readDocumentType(data)
            releaseHeld(&outputs)
            (tracks, trackIndices) = ([], [:])
            (position, segmentDataStart, timestampScale, duration) = (0, nil, 1_000_000, nil)
            consume(header.length + data.count, &input)
        case MatroskaID.segment:
            consume(header.length, &input)
            segmentDataStart = position
        case MatroskaID.info:
            guard let data = try whole(header, input, limit: Self.largestHeader) else { return false }
            try readInfo(data)
            consume(header.length + data.count, &input)
        case MatroskaID.tracks:
            guard let data = try whole(header, input, limit: Self.largestHeader) else { return false }
            releaseHeld(&outputs)
            try readTracks(data, &outputs)
            consume(header.length + data.count, &input)
        case MatroskaID.cluster:
            guard !tracks.isEmpty else { throw .missingInitialization }
            consume(header.length, &input)
            cluster = header.size == 0 ? nil : Cluster(rest: header.size)
        default:
            guard let size = header.size else {
                try lose(&input)
                break
            }
            pass(header, size, &input)
        }
        return true
    }

    private mutating func readClusterChild(
        _ header: EBML.Header, of current: Cluster, _ input: inout ArraySlice<UInt8>,
        _ outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) -> Bool {
        guard let size = header.size, size <= Self.largestBlock,
            UInt64(header.length) + size <= current.rest ?? .max
        else {
            try lose(&input)
            return true
        }
        let total = UInt64(header.length) + size
        switch header.id {
        case MatroskaID.timestamp, MatroskaID.simpleBlock, MatroskaID.blockGroup:
            guard let data = try whole(header, input, limit: Self.largestBlock) else { return false }
            consume(Int(total), &input)
            switch header.id {
            case MatroskaID.timestamp:
                let ticks = EBML.unsigned(data) ?? .max
                // After a time that is too large, the blocks of the Cluster have no times.
                cluster?.timestamp = ticks < 1 << 62 ? Int64(ticks) : nil
            case MatroskaID.simpleBlock: readSimpleBlock(data, &outputs)
            default: readBlockGroup(data, &outputs)
            }
        default: pass(header, size, &input)
        }
        if let rest = current.rest {
            cluster?.rest = rest - total
            if rest == total { cluster = nil }
        }
        return true
    }

    private mutating func pass(_ header: EBML.Header, _ size: UInt64, _ input: inout ArraySlice<UInt8>) {
        consume(header.length, &input)
        skipping = size
    }

    /// The data of an element; nil while it is incomplete.
    private mutating func whole(
        _ header: EBML.Header, _ input: ArraySlice<UInt8>, limit: UInt64
    ) throws(DemuxerError) -> ArraySlice<UInt8>? {
        guard let size = header.size else { throw .malformed("A header element has no known size.") }
        guard size <= limit else { throw .tooLarge("A header element has \(size) bytes.") }
        let total = header.length + Int(size)
        guard input.count >= total else {
            needed = total
            return nil
        }
        return input.dropFirst(header.length).prefix(Int(size))
    }

    private func readDocumentType(_ data: ArraySlice<UInt8>) throws(DemuxerError) {
        var children = EBMLChildren(data)
        while let child = try children.next() {
            guard child.id == MatroskaID.docType else { continue }
            guard ["webm", "matroska"].contains(EBML.string(child.data)) else { throw .notThisFormat }
        }
    }

    private mutating func readInfo(_ data: ArraySlice<UInt8>) throws(DemuxerError) {
        var ticks: Double?
        timestampScale = 1_000_000
        var children = EBMLChildren(data)
        while let child = try children.next() {
            switch child.id {
            case MatroskaID.timestampScale:
                guard let scale = EBML.unsigned(child.data), (1..<1 << 40).contains(scale) else {
                    throw .malformed("The TimestampScale is out of range.")
                }
                timestampScale = scale
            case MatroskaID.duration: ticks = EBML.float(child.data)
            default: break
            }
        }
        duration = nil
        if let nanoseconds = ticks.map({ $0 * Double(timestampScale) }), nanoseconds > 0, nanoseconds < 0x1p62
        {
            duration = Int64(nanoseconds.rounded())
        }
    }

    private mutating func readTracks(
        _ data: ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        (tracks, trackIndices) = ([], [:])
        var children = EBMLChildren(data)
        while let child = try children.next() {
            guard child.id == MatroskaID.trackEntry else { continue }
            let track = try MatroskaTrack(child.data)
            guard trackIndices[track.number] == nil else { continue }
            trackIndices[track.number] = tracks.count
            tracks.append(track)
        }
        guard !tracks.isEmpty else { throw .malformed("There are no tracks.") }
        guard tracks.count <= 256 else { throw .tooLarge("There are \(tracks.count) tracks.") }
        let new = tracks.map { DemuxedStream(number: Int($0.number), format: $0.format) }
        if new != streams { outputs.append(.streams(new)) }
        streams = new
    }

    /// Whether the bytes begin a WebM or Matroska document; nil when more bytes are needed.
    package static func looksLikeWebM(_ bytes: ArraySlice<UInt8>) -> Bool? {
        let magic: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
        let known = bytes.prefix(4)
        guard magic.starts(with: known) else { return false }
        guard known.count == 4 else { return nil }
        let result = EBML.header(bytes)
        guard result != .incomplete else { return nil }
        guard case .header(let header) = result, let size = header.size, size <= 1 << 16 else { return false }
        let data = bytes.dropFirst(header.length)
        guard data.count >= size else { return nil }
        var children = EBMLChildren(data.prefix(Int(size)))
        while let child = try? children.next() {
            guard child.id == MatroskaID.docType else { continue }
            return ["webm", "matroska"].contains(EBML.string(child.data))
        }
        return false
    }
}
