/// Parses a track fragment (`traf`, ISO/IEC 14496-12 §8.8.6).
struct TrackFragmentReader: Sendable {
    private let body: ArraySlice<UInt8>
    private let location: MovieFragment.Location
    private(set) var trackID: UInt32 = 0
    /// The base of data offsets; nil means the end of the previous track fragment's data.
    private(set) var base: Int?
    /// The time of `tfdt`, or of Smooth Streaming's `tfxd`.
    var decodeTime: Int64? { baseDecodeTime ?? smoothTime }
    private var baseDecodeTime: Int64?
    private var smoothTime: Int64?
    private var overrides: (description: UInt32?, duration: UInt32?, size: UInt32?, flags: UInt32?)
    private var durationIsEmpty = false
    private var runs: [ArraySlice<UInt8>] = []
    private var senc: ArraySlice<UInt8>?
    private var piffSenc: ArraySlice<UInt8>?
    private var saiz: ArraySlice<UInt8>?
    private var saio: ArraySlice<UInt8>?
    private var localGroups = EncryptionGroupDescriptions()
    private var groupAssignments: ArraySlice<UInt8>?

    /// Creates a reader. `body` is the body of the movie fragment, to which offsets refer.
    init(body: ArraySlice<UInt8>, location: MovieFragment.Location) {
        (self.body, self.location) = (body, location)
    }

    mutating func read(_ traf: ArraySlice<UInt8>) throws(DemuxerError) {
        var boxes = BoxSequence(traf)
        while let box = try boxes.next() {
            var reader = BoxReader(box.body)
            switch box.type {
            case "tfhd": try readHeader(&reader)
            case "tfdt":
                // A version-1 time of 2⁶³ or more is negative, in two's complement.
                let version = try reader.versionAndFlags().version
                baseDecodeTime = version == 1 ? try reader.i64() : Int64(try reader.u32())
            case "trun": runs.append(box.body)
            case "senc": senc = box.body
            case "saiz": if Self.isEncryption(box.body) { saiz = box.body }
            case "saio": if Self.isEncryption(box.body) { saio = box.body }
            case "sgpd": try localGroups.read(box.body)
            case "sbgp":
                try reader.skip(4)
                if try reader.fourCC() == "seig" { groupAssignments = box.body }
            case "uuid":
                switch UserType(&reader) {
                case .piffSampleEncryption: piffSenc = reader.rest
                case .smoothFragmentTime:
                    let version = try reader.versionAndFlags().version
                    smoothTime = version == 1 ? try reader.i64() : Int64(try reader.u32())
                default: break
                }
            default: break
            }
        }
        guard trackID != 0 else { throw .malformed("A track fragment has no header.") }
    }

    /// Whether `saiz` or `saio` declares Common Encryption, or no type.
    private static func isEncryption(_ body: ArraySlice<UInt8>) -> Bool {
        var reader = BoxReader(body)
        guard let flags = try? reader.versionAndFlags().flags, flags & 1 != 0 else { return true }
        guard let type = try? reader.fourCC() else { return false }
        return ["cenc", "cbc1", "cens", "cbcs"].contains(type)
    }

    private mutating func readHeader(_ reader: inout BoxReader) throws(DemuxerError) {
        let flags = try reader.versionAndFlags().flags
        trackID = try reader.u32()
        if flags & 0x2_0000 != 0 { base = location.start }
        if flags & 1 != 0 {
            let offset = try reader.u64()
            guard offset < 1 << 60 else { throw .malformed("A base data offset lies outside of any file.") }
            base = location.fileStart + Int(offset)
        }
        if flags & 2 != 0 { overrides.description = try reader.u32() }
        if flags & 8 != 0 { overrides.duration = try reader.u32() }
        if flags & 0x10 != 0 { overrides.size = try reader.u32() }
        if flags & 0x20 != 0 { overrides.flags = try reader.u32() }
        durationIsEmpty = flags & 0x1_0000 != 0
    }

    /// The number of samples in all runs.
    func sampleCount() throws(DemuxerError) -> UInt32 {
        var count: UInt32 = 0
        for run in runs {
            var reader = BoxReader(run)
            try reader.skip(4)
            let (sum, overflow) = count.addingReportingOverflow(try reader.u32())
            count = overflow ? .max : sum
        }
        return count
    }

    /// Adds the samples to the plan. Returns the decode time after the last sample and the end of the data.
    mutating func append(
        to plan: inout SamplePlan, track: (index: Int, MovieTrack), base: Int, decodeTime: Int64
    ) throws(DemuxerError) -> (decodeTime: Int64, position: Int) {
        var defaults = track.1.defaults
        defaults.description = overrides.description ?? defaults.description
        defaults.duration = overrides.duration ?? defaults.duration
        defaults.size = overrides.size ?? defaults.size
        defaults.flags = overrides.flags ?? defaults.flags
        let index = track.1.description(numbered: defaults.description)
        let description = track.1.descriptions[index]
        var writer = TrackRunWriter(
            track: UInt16(clamping: track.index), description: UInt16(clamping: index), defaults: defaults,
            isPCM: description.format.codec == .pcm, base: base, decodeTime: decodeTime)
        if let protection = description.protection {
            writer.encryption = try encryptionReader(protection, track.1)
        }
        for run in runs { try writer.append(run, to: &plan) }
        if durationIsEmpty, runs.isEmpty {
            writer.decodeTime = writer.decodeTime.saturatingAdding(Int64(defaults.duration))
        }
        return (writer.decodeTime, writer.position)
    }

    private func encryptionReader(
        _ protection: TrackProtection, _ track: MovieTrack
    ) throws(DemuxerError) -> SampleEncryptionReader {
        var groups = EncryptionGroups(movie: track.encryptionGroups)
        groups.local = localGroups
        if let groupAssignments { try groups.readAssignments(groupAssignments) }
        var auxiliary: AuxiliaryInformation?
        if senc == nil, piffSenc == nil, let saiz, let saio {
            let origin = (base ?? location.start) - location.bodyStart
            auxiliary = try AuxiliaryInformation(
                saiz: saiz, saio: saio, in: body, origin: body.startIndex + origin)
        }
        return try SampleEncryptionReader(
            protection: protection, groups: groups, senc: senc ?? piffSenc, auxiliary: auxiliary,
            isUnreadable: saio != nil)
    }
}
