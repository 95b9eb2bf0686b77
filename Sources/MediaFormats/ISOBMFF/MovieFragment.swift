/// A movie fragment (`moof`, ISO/IEC 14496-12 §8.8), parsed into the positions and times of its samples.
struct MovieFragment: Sendable {
    var plan = SamplePlan()
    /// For each track of the initialization section, the decode time after its last sample, in ticks.
    var decodeTimes: [Int64]
    /// The earliest presentation time in nanoseconds, of the first track.
    private(set) var earliestTime: Int64?
    /// The number of bytes of boxes for unknown tracks.
    private(set) var unknownBytes = 0

    /// The start of the box and of its body, in bytes since the demuxer began.
    struct Location: Sendable {
        var start: Int
        var bodyStart: Int
        var fileStart: Int
    }

    static let maximumSamples: UInt32 = 1_000_000

    init(
        _ body: ArraySlice<UInt8>, at location: Location, of initialization: Initialization,
        decodeTimes: [Int64]
    ) throws(DemuxerError) {
        self.decodeTimes = decodeTimes
        var boxes = BoxSequence(body)
        /// The end of the previous track fragment's data, which is the default base of the next one.
        var dataEnd = location.start
        var samples: UInt32 = 0
        while let box = try boxes.next() {
            guard box.type == "traf" else { continue }
            var reader = TrackFragmentReader(body: body, location: location)
            try reader.read(box.body)
            guard let index = initialization.index(ofTrack: reader.trackID) else {
                unknownBytes = unknownBytes.saturatingAdding(box.size)
                continue
            }
            let track = initialization.tracks[index]
            let (count, overflow) = samples.addingReportingOverflow(try reader.sampleCount())
            guard !overflow, count <= Self.maximumSamples else {
                throw .tooLarge("A fragment has too many samples.")
            }
            samples = count
            let first = plan.records.count
            let start = reader.decodeTime ?? self.decodeTimes[index]
            let base = reader.base ?? dataEnd
            let end = try reader.append(
                to: &plan, track: (index, track), base: base, decodeTime: start)
            plan.endFragment(from: first, base: base, fragmentStart: location.start)
            (self.decodeTimes[index], dataEnd) = (end.decodeTime, end.position)
            if earliestTime == nil {
                earliestTime = Self.earliest(plan.records[first...], track) ?? track.nanoseconds(start)
            }
        }
    }

    private static func earliest(_ records: ArraySlice<SampleRecord>, _ track: MovieTrack) -> Int64? {
        records.lazy.map { $0.decode.saturatingAdding(Int64($0.composition)) }.min().map(track.nanoseconds)
    }
}
