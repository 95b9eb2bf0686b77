/// The sample table (`stbl`, ISO/IEC 14496-12 §8.5 to §8.7) of a movie without fragments.
struct SampleTable: Sendable {
    private var times: ArraySlice<UInt8> = []
    private var compositions: ArraySlice<UInt8> = []
    private var chunks: ArraySlice<UInt8> = []
    private var sizes: ArraySlice<UInt8> = []
    private var isCompactSizes = false
    private var offsets: ArraySlice<UInt8> = []
    private var isLargeOffsets = false
    private var syncs: ArraySlice<UInt8>?
    private var encryption: ArraySlice<UInt8>?

    mutating func take(_ box: Box) {
        switch box.type {
        case "stts": times = box.body
        case "ctts": compositions = box.body
        case "stsc": chunks = box.body
        case "stsz": (sizes, isCompactSizes) = (box.body, false)
        case "stz2": (sizes, isCompactSizes) = (box.body, true)
        case "stco": (offsets, isLargeOffsets) = (box.body, false)
        case "co64": (offsets, isLargeOffsets) = (box.body, true)
        case "stss": syncs = box.body
        case "senc": encryption = box.body
        default: break
        }
    }

    /// Adds the samples to the plan. The cost is proportional to the size of the tables, not to the declared
    /// number of samples.
    func append(
        to plan: inout SamplePlan, track: Int, of movieTrack: MovieTrack, fileStart: Int
    ) throws(DemuxerError) {
        guard !sizes.isEmpty, !offsets.isEmpty else { return }
        var size = try SampleSizes(sizes, isCompact: isCompactSizes)
        guard size.count > 0 else { return }
        var offset = BoxReader(offsets)
        try offset.skip(4)
        let chunkCount = try offset.u32()
        var chunk = try ChunkSizes(chunks)
        var time = try RunLengths(times)
        var composition = compositions.isEmpty ? nil : try RunLengths(compositions)
        var sync = try SyncSamples(syncs)
        let format = movieTrack.descriptions[0].format
        var encryptions: [SampleEncryptionReader?] = []
        for description in movieTrack.descriptions {
            encryptions.append(
                try description.protection.map { protection throws(DemuxerError) in
                    try SampleEncryptionReader(protection: protection, track: movieTrack, senc: encryption)
                })
        }
        let isPCM = format.codec == .pcm
        if isPCM { size.raise(to: UInt32(clamping: format.channels * format.bitsPerSample / 8)) }
        var left = size.count
        var decode: Int64 = 0
        for number in 0..<chunkCount {
            guard left > 0 else { break }
            let start = isLargeOffsets ? try offset.u64() : UInt64(try offset.u32())
            guard start < 1 << 60 else { throw .malformed("The chunk \(number) lies outside of any file.") }
            var position = Int(start) + fileStart
            let (samples, descriptionNumber) = try chunk.next(number + 1)
            let description = movieTrack.description(numbered: descriptionNumber)
            var inChunk = min(samples, left)
            left -= inChunk
            while inChunk > 0 {
                var run = min(inChunk, try time.run(), size.isConstant ? .max : 1)
                if composition != nil { run = min(run, try composition?.run() ?? run) }
                let (isSync, syncRun) = try sync.run()
                run = max(1, min(run, syncRun))
                let duration = time.value < 1 << 31 ? time.value : 0
                var record = SampleRecord(
                    position: position, size: try size.next(run), count: run, decode: decode,
                    composition: Int32(bitPattern: composition?.value ?? 0), duration: duration,
                    track: UInt16(clamping: track), description: UInt16(clamping: description), isSync: isSync
                )
                if let next = try encryptions[description]?.next(
                    run, size: record.size, isRunStart: false, in: &plan)
                {
                    (record.encryption, run) = next
                    record.count = run
                }
                try plan.append(record, isPCM: isPCM)
                position = record.end
                decode = record.decodeEnd
                time.consume(run)
                composition?.consume(run)
                sync.consume(run)
                inChunk -= run
            }
        }
        guard left == 0 else { throw .malformed("The chunks have fewer samples than the sizes.") }
    }
}
