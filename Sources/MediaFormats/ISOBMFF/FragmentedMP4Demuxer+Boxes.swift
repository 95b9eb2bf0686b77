/// The parsing of top-level boxes.
extension FragmentedMP4Demuxer {
    /// Reads a box header. Returns false when more bytes are needed.
    mutating func readHeader(
        _ rest: inout ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) -> Bool {
        guard gatherHeader(8, from: &rest) else { return false }
        var reader = BoxReader(pending[...])
        var size = UInt64(try reader.u32())
        let type = try reader.fourCC()
        if size == 1 {
            guard gatherHeader(16, from: &rest) else { return false }
            reader = BoxReader(pending[...])
            try reader.skip(8)
            size = try reader.u64()
        }
        let headerSize = pending.count
        (boxStart, bodyStart) = (position - headerSize, position)
        let isSane = type.isPrintable && (size == 0 || size >= headerSize) && size < 1 << 60
        if isAtSegmentStart, !isSane || !(Self.knownTypes.contains(type) || size < Self.largestUnknownBox) {
            throw .notThisFormat
        }
        isAtSegmentStart = false
        pending = []
        guard isSane else {
            (state, unreadableBytes) = (.unreadable, headerSize)
            return true
        }
        try start(type, end: size == 0 ? nil : boxStart + Int(size), into: &outputs)
        return true
    }

    private mutating func gatherHeader(_ size: Int, from rest: inout ArraySlice<UInt8>) -> Bool {
        let count = min(max(0, size - pending.count), rest.count)
        pending += rest.prefix(count)
        consume(count, of: &rest)
        return pending.count >= size
    }

    private mutating func start(
        _ type: FourCC, end: Int?, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        state = .skipping(end: end)
        switch type {
        case "ftyp": fileStart = boxStart
        case "moov", "moof":
            guard let end else { throw .malformed("The box \(type) has no size.") }
            guard end - bodyStart <= Self.maximumBoxSize else {
                throw .tooLarge("The box \(type) is too large.")
            }
            if type == "moof", initialization == nil { throw .missingInitialization }
            state = .box(type, bodySize: end - bodyStart)
        case "emsg":
            guard let end, end - bodyStart <= EventMessage.maximumSize else {
                return Self.add(damage: end.map { $0 - boxStart } ?? 8, to: &outputs)
            }
            state = .box(type, bodySize: end - bodyStart)
        case "mdat": try startMediaData(end: end, into: &outputs)
        default: break
        }
    }

    mutating func read(
        _ type: FourCC, _ body: ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        switch type {
        case "moov": try readMovie(body, into: &outputs)
        case "moof": try readFragment(body, into: &outputs)
        case "emsg": readEvent(body, into: &outputs)
        default: break
        }
    }

    private mutating func readMovie(
        _ body: ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        endPlan(into: &outputs)
        let former = initialization
        var table = SamplePlan()
        let movie = try Initialization(body, fileStart: fileStart, table: &table)
        table.settle(in: nil)
        if let first = table.next, first.position < position, hasMediaData {
            throw .malformed(
                "The media data comes before the movie header: the file is not made for streaming.")
        }
        (plan, planIsSettled) = (table, true)
        let times = decodeTimes
        decodeTimes = movie.tracks.map { track in
            let index = former?.tracks.firstIndex { $0.id == track.id && $0.timescale == track.timescale }
            return index.map { times[$0] } ?? 0
        }
        for record in plan.records {
            decodeTimes[Int(record.track)] = max(decodeTimes[Int(record.track)], record.decodeEnd)
        }
        currentDescriptions = movie.tracks.map(\.initialDescription)
        initialization = movie
        tellStreams(into: &outputs)
    }

    /// The current streams, for a report when they differ from the last reported ones.
    func currentStreams() -> [DemuxedStream] {
        guard let initialization else { return [] }
        return zip(initialization.tracks, currentDescriptions).map { track, description in
            DemuxedStream(number: Int(track.id), format: track.descriptions[description].format)
        }
    }

    mutating func tellStreams(into outputs: inout [DemuxerOutput]) {
        let current = currentStreams()
        guard current != streams else { return }
        streams = current
        outputs.append(.streams(current))
    }

    private mutating func readFragment(
        _ body: ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        guard let initialization else { throw .missingInitialization }
        endPlan(into: &outputs)
        let location = MovieFragment.Location(start: boxStart, bodyStart: bodyStart, fileStart: fileStart)
        do throws(DemuxerError) {
            let fragment = try MovieFragment(
                body, at: location, of: initialization, decodeTimes: decodeTimes)
            (plan, planIsSettled, decodeTimes) = (fragment.plan, false, fragment.decodeTimes)
            Self.add(damage: fragment.unknownBytes, to: &outputs)
            if let time = fragment.earliestTime { giveEvents(segmentStart: time, into: &outputs) }
        } catch {
            if case .tooLarge = error { throw error }
            fragmentIsDamaged = true
            Self.add(damage: position - boxStart, to: &outputs)
        }
    }

    private mutating func readEvent(_ body: ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]) {
        guard let event = try? EventMessage(body), eventSize + body.count <= Self.maximumEventSize else {
            return Self.add(damage: position - boxStart, to: &outputs)
        }
        guard event.delta != nil else { return outputs.append(.event(event.metadata)) }
        events.append(event)
        eventSize += body.count + 8
    }

    private mutating func giveEvents(segmentStart: Int64, into outputs: inout [DemuxerOutput]) {
        for event in events { outputs.append(.event(event.metadata(segmentStart: segmentStart))) }
        (events, eventSize) = ([], 0)
    }
}
