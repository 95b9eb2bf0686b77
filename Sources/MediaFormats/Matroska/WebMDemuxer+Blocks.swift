/// The conversion of blocks to samples.
extension WebMDemuxer {
    mutating func readSimpleBlock(_ data: ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]) {
        guard let block = MatroskaBlock(data),
            add(block, isSync: block.isKeyframe, duration: nil, &outputs)
        else {
            outputs.append(.damage(bytes: data.count))
            return
        }
    }

    /// Parses a BlockGroup. A block without ReferenceBlocks is a keyframe (RFC 9559, section 10.2).
    mutating func readBlockGroup(_ data: ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]) {
        var block: MatroskaBlock?
        var duration: UInt64?
        var isSync = true
        var children = EBMLChildren(data)
        do {
            while let child = try children.next() {
                switch child.id {
                case MatroskaID.block: block = MatroskaBlock(child.data)
                case MatroskaID.blockDuration: duration = EBML.unsigned(child.data)
                case MatroskaID.referenceBlock: isSync = false
                default: break
                }
            }
        } catch {
            block = nil
        }
        guard let block, add(block, isSync: isSync, duration: duration, &outputs) else {
            outputs.append(.damage(bytes: data.count))
            return
        }
    }

    /// Adds the samples of a block. Returns false when the block has no time, no track, or damaged frames.
    private mutating func add(
        _ block: MatroskaBlock, isSync: Bool, duration: UInt64?, _ outputs: inout [DemuxerOutput]
    ) -> Bool {
        guard let index = trackIndices[block.track], let clusterTime = cluster?.timestamp,
            let time = nanoseconds(clusterTime + Int64(block.timestamp))
        else { return false }
        let track = tracks[index]
        var samples: [MediaSample] = []
        // Decoding of audio and subtitles can begin anywhere, whatever the flags of their blocks.
        let isSync = isSync || track.format.kind != .video
        // An empty subtitle ends the previous one. Other empty frames have no meaning.
        let keepsEmpty = track.format.kind == .text && block.frames.count == 1
        for frame in block.frames where !frame.isEmpty || keepsEmpty {
            guard let sample = sample(frame, of: track, at: time, isSync: isSync) else { return false }
            samples.append(sample)
        }
        release(index, nextTime: time, &outputs)
        if let durations = durations(of: samples, in: track, blockDuration: duration) {
            var time = time
            for (var sample, duration) in zip(samples, durations) {
                (sample.presentationTime, sample.decodeTime, sample.duration) = (time, time, duration)
                time += duration ?? 0
                outputs.append(.sample(stream: Int(track.number), sample))
            }
        } else if !samples.isEmpty {
            tracks[index].held = .init(time: time, samples: samples)
        }
        return true
    }

    /// The durations of the frames; nil when they depend on the next block.
    private func durations(
        of samples: [MediaSample], in track: MatroskaTrack, blockDuration: UInt64?
    ) -> [Int64?]? {
        let isText = track.format.kind == .text || track.format.kind == .metadata
        if let blockDuration, blockDuration > 0 || isText, blockDuration < 1 << 62,
            let whole = nanoseconds(Int64(blockDuration))
        {
            let count = Int64(samples.count)
            return (0..<count).map { whole / count + ($0 < whole % count ? 1 : 0) }
        }
        let durations = samples.map { track.duration(ofFrame: $0.data) }
        guard durations.contains(nil) else { return durations }
        return track.format.kind == .audio || samples.count > 1 ? nil : durations
    }

    /// The time in nanoseconds; nil when later additions could overflow.
    private func nanoseconds(_ ticks: Int64) -> Int64? {
        let (time, overflows) = ticks.multipliedReportingOverflow(by: Int64(timestampScale))
        return overflows || time.magnitude > 1 << 61 ? nil : time
    }

    /// The sample of a frame. Blocks have only presentation times, which serve as decode times too. With
    /// reordered H.264 and H.265 frames, these decode times may decrease.
    private func sample(
        _ frame: ArraySlice<UInt8>, of track: MatroskaTrack, at time: Int64, isSync: Bool
    ) -> MediaSample? {
        var frame = frame
        var encryption: MediaSample.Encryption?
        if let declared = track.format.encryption, declared.scheme == "cenc" {
            do {
                encryption = try MatroskaContentEncoding.takeEncryption(from: &frame, keyID: declared.keyID)
            } catch {
                return nil
            }
        }
        guard let decompressed = track.contentEncoding.decompressed(frame) else { return nil }
        frame = decompressed
        if track.hasCueLines {
            for _ in 0..<2 {
                guard let end = frame.firstIndex(of: 0x0A) else { return nil }
                frame = frame[(end + 1)...]
            }
        }
        var sample = MediaSample(frame, presentationTime: time, decodeTime: time, isSync: isSync)
        sample.encryption = encryption
        return sample
    }

    mutating func releaseHeld(_ outputs: inout [DemuxerOutput]) {
        for index in tracks.indices { release(index, nextTime: nil, &outputs) }
    }

    /// Delivers a held block, whose frame durations depend on the time of the next block. The frames of a
    /// lace share the difference. A difference of more than 1 s per frame is a gap.
    private mutating func release(_ index: Int, nextTime: Int64?, _ outputs: inout [DemuxerOutput]) {
        guard let held = tracks[index].held else { return }
        tracks[index].held = nil
        let stream = Int(tracks[index].number)
        let count = Int64(held.samples.count)
        let difference = nextTime.map { $0 - held.time } ?? 0
        let isDuration = difference > 0 && difference <= count * 1_000_000_000
        // At the end, the frames of a lace get the duration of the previous ones.
        if isDuration { tracks[index].frameDuration = difference / count }
        let whole = isDuration ? difference : (tracks[index].frameDuration ?? 0) * count
        for (place, var sample) in zip(Int64(0)..., held.samples) {
            let (start, end) = (whole * place / count, whole * (place + 1) / count)
            sample.presentationTime = held.time + start
            sample.decodeTime = sample.presentationTime
            sample.duration = isDuration || (place + 1 < count && end > start) ? end - start : nil
            outputs.append(.sample(stream: stream, sample))
        }
    }
}
