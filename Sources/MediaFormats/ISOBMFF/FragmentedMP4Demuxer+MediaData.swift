/// The parsing of media data and its samples.
extension FragmentedMP4Demuxer {
    mutating func startMediaData(end: Int?, into outputs: inout [DemuxerOutput]) throws(DemuxerError) {
        guard initialization != nil else {
            throw .malformed(
                "The media data comes before the movie header: the file is not made for streaming.")
        }
        hasMediaData = true
        if fragmentIsDamaged {
            // The whole length is reported now, because all of this data is lost.
            Self.add(damage: end.map { $0 - position } ?? 8, to: &outputs)
            fragmentIsDamaged = false
            return
        }
        if !planIsSettled {
            plan.settle(in: position..<max(position, end ?? .max))
            planIsSettled = true
        }
        state = .mediaData(end: end)
    }

    /// Reads the available samples. Returns true at the end of the box.
    mutating func readMediaData(
        _ rest: inout ArraySlice<UInt8>, end: Int?, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) -> Bool {
        let end = end ?? .max
        while let (record, start) = plan.next {
            let size = Int(record.size)
            if partial.isEmpty {
                if size == 0, start <= end {
                    try giveSample(record, [], into: &outputs)
                    continue
                }
                // Samples after this box may be in another box.
                if start >= end { break }
                let isOutside = start < position || start + size > end || size > Self.maximumSampleSize
                if isOutside || record.encryption == SampleRecord.unreadable {
                    loseSamples(of: record, from: start, size: size, end: end, into: &outputs)
                    continue
                }
                consume(min(start - position, rest.count), of: &rest)
                guard position == start else { return false }
                if rest.count >= size {
                    let data = rest.prefix(size)
                    consume(size, of: &rest)
                    try giveSample(record, data, into: &outputs)
                    continue
                }
                guard !rest.isEmpty else { return false }
                partial.reserveCapacity(min(size, 1 << 20))
            }
            let count = min(size - partial.count, rest.count)
            partial += rest.prefix(count)
            consume(count, of: &rest)
            guard partial.count == size else { return false }
            let data = partial[...]
            partial = []
            try giveSample(record, data, into: &outputs)
        }
        if plan.next == nil { giveHeldSamples(into: &outputs) }
        consume(min(rest.count, end - position), of: &rest)
        return position == end
    }

    /// Reports the unreadable samples of a record as damage, from the sample at `start` on.
    private mutating func loseSamples(
        of record: SampleRecord, from start: Int, size: Int, end: Int,
        into outputs: inout [DemuxerOutput]
    ) {
        if record.encryption == SampleRecord.unreadable || size > Self.maximumSampleSize
            || start < position
        {
            Self.add(damage: record.end - start, to: &outputs)
            plan.skipRecord()
        } else {
            Self.add(damage: size, to: &outputs)
            plan.advance()
        }
    }

    private mutating func giveSample(
        _ record: SampleRecord, _ data: ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        let repetition = plan.decodeOffset
        plan.advance()
        let index = Int(record.track)
        guard let track = initialization?.tracks[index] else { return }
        // An empty sample has a meaning only in subtitles, where it ends the previous cue.
        if data.isEmpty, track.descriptions[Int(record.description)].format.kind != .text { return }
        let decode = record.decode.saturatingAdding(
            Int64(record.duration).saturatingMultiplied(by: Int64(repetition)))
        var sample = MediaSample(
            data, presentationTime: track.nanoseconds(decode.saturatingAdding(Int64(record.composition))),
            decodeTime: track.nanoseconds(decode), isSync: record.isSync)
        if record.duration > 0 {
            sample.duration = Ticks.nanoseconds(Int64(record.duration), timescale: track.timescale)
        }
        if record.encryption >= 0 { sample.encryption = plan.encryptions[Int(record.encryption)] }
        if currentDescriptions[index] != Int(record.description) {
            currentDescriptions[index] = Int(record.description)
            tellStreams(into: &outputs)
        }
        guard plan.disorderedTracks.contains(record.track) else {
            outputs.append(.sample(stream: Int(track.id), sample))
            return
        }
        held.append((index, sample))
        heldSize = heldSize.saturatingAdding(data.count)
        guard heldSize <= Self.maximumHeldSize else {
            throw .tooLarge("Too many samples are not in decoding order.")
        }
    }

    /// Delivers the samples of tracks with another file order, in decoding order.
    private mutating func giveHeldSamples(into outputs: inout [DemuxerOutput]) {
        guard !held.isEmpty, let tracks = initialization?.tracks else { return }
        let order = held.indices.sorted {
            (held[$0].sample.decodeTime, $0) < (held[$1].sample.decodeTime, $1)
        }
        for index in order {
            outputs.append(.sample(stream: Int(tracks[held[index].track].id), held[index].sample))
        }
        (held, heldSize) = ([], 0)
    }

    /// Ends the samples of a fragment or a movie. Missing samples are damage.
    mutating func endPlan(into outputs: inout [DemuxerOutput]) {
        giveHeldSamples(into: &outputs)
        Self.add(damage: plan.missingBytes, to: &outputs)
        (plan, planIsSettled, partial, fragmentIsDamaged) = (SamplePlan(), false, [], false)
    }
}
