/// Converts the track runs (`trun`, ISO/IEC 14496-12 §8.8.8) of a track fragment to sample records.
struct TrackRunWriter: Sendable {
    let track: UInt16
    let description: UInt16
    let defaults: FragmentDefaults
    let isPCM: Bool
    let base: Int
    var encryption: SampleEncryptionReader?
    /// The decode time of the next sample in ticks.
    var decodeTime: Int64
    /// The end of the data of the runs so far.
    private(set) var position: Int

    init(
        track: UInt16, description: UInt16, defaults: FragmentDefaults, isPCM: Bool, base: Int,
        decodeTime: Int64
    ) {
        (self.track, self.description, self.defaults, self.isPCM) = (track, description, defaults, isPCM)
        (self.base, self.decodeTime, position) = (base, decodeTime, base)
    }

    mutating func append(_ run: ArraySlice<UInt8>, to plan: inout SamplePlan) throws(DemuxerError) {
        var reader = BoxReader(run)
        let flags = try reader.versionAndFlags().flags
        let count = try reader.u32()
        if flags & 1 != 0 { position = base + Int(try reader.i32()) }
        let firstFlags = flags & 4 != 0 ? try reader.u32() : nil
        var record = SampleRecord(
            position: position, size: defaults.size, decode: decodeTime, duration: defaults.duration,
            track: track, description: description, isSync: FragmentDefaults.isSync(defaults.flags))
        let hasFields = flags & 0xF00 != 0
        var done: UInt32 = 0
        while done < count {
            if flags & 0x100 != 0 { record.duration = try reader.u32() }
            if flags & 0x200 != 0 { record.size = try reader.u32() }
            if flags & 0x400 != 0 { record.isSync = FragmentDefaults.isSync(try reader.u32()) }
            // Offsets of version 0 are unsigned, but some writers use signed ones. No real offset is large
            // enough to be mistaken for a negative one (as media3 and ffmpeg do).
            if flags & 0x800 != 0 { record.composition = try reader.i32() }
            if done == 0, let firstFlags { record.isSync = FragmentDefaults.isSync(firstFlags) }
            // Samples without individual fields are equal, except for the flags of the first one.
            record.count = hasFields || (done == 0 && firstFlags != nil) ? 1 : count - done
            if let next = try encryption?.next(
                record.count, size: record.size, isRunStart: done == 0, in: &plan)
            {
                (record.encryption, record.count) = next
            }
            record.position = position
            record.decode = decodeTime
            try plan.append(record, isPCM: isPCM)
            position = record.end
            decodeTime = record.decodeEnd
            done += record.count
            if flags & 0x400 == 0 { record.isSync = FragmentDefaults.isSync(defaults.flags) }
        }
    }
}
