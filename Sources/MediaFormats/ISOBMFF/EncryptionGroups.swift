/// The encryption parameters of sample groups (`sgpd` of the type `seig`, ISO/IEC 14496-12 §8.9.3).
struct EncryptionGroupDescriptions: Sendable {
    private(set) var entries: [TrackProtection] = []
    /// The entry for samples without a group in `sbgp`, counted from 1; 0 means none.
    private(set) var defaultIndex: UInt32 = 0

    mutating func read(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        guard try reader.fourCC() == "seig" else { return }
        let length = version >= 1 ? try reader.u32() : 0
        if version >= 2 { defaultIndex = try reader.u32() }
        entries = []
        for _ in 0..<(try reader.u32()) {
            guard version >= 1 else {
                entries.append(try TrackProtection(scheme: "", &reader))
                continue
            }
            let size = length == 0 ? try reader.u32() : length
            var entry = BoxReader(try reader.take(Int(size)))
            entries.append(try TrackProtection(scheme: "", &entry))
        }
    }

    /// The entry with a number, counted from 1.
    func entry(_ index: UInt32) -> TrackProtection? {
        index >= 1 && Int(index) <= entries.count ? entries[Int(index) - 1] : nil
    }
}

/// The group assignments of the samples in a track fragment (`sbgp`, ISO/IEC 14496-12 §8.9.2).
struct EncryptionGroups: Sendable {
    /// The descriptions in the fragment and in the movie.
    var local = EncryptionGroupDescriptions()
    let movie: EncryptionGroupDescriptions
    private var reader: BoxReader?
    private var entries: UInt32 = 0
    private var left: UInt32 = 0
    private var index: UInt32 = 0

    init(movie: EncryptionGroupDescriptions) { self.movie = movie }

    mutating func readAssignments(_ body: ArraySlice<UInt8>) throws(DemuxerError) {
        var reader = BoxReader(body)
        let version = try reader.versionAndFlags().version
        guard try reader.fourCC() == "seig" else { return }
        if version == 1 { try reader.skip(4) }
        entries = try reader.u32()
        self.reader = reader
    }

    /// The parameters of the next samples, if they differ from the track's, and the number of these samples.
    mutating func run() throws(DemuxerError) -> (protection: TrackProtection?, count: UInt32) {
        while left == 0, entries > 0 {
            entries -= 1
            left = try reader?.u32() ?? 0
            index = try reader?.u32() ?? 0
        }
        let number = left > 0 ? index : 0
        let protection: TrackProtection?
        switch number {
        case 0: protection = local.entry(local.defaultIndex) ?? movie.entry(movie.defaultIndex)
        case 0x1_0001...: protection = local.entry(number - 0x1_0000)
        default: protection = movie.entry(number)
        }
        if number != 0, protection == nil {
            throw .malformed("A sample is in a group that is not described.")
        }
        return (protection, left > 0 ? left : .max)
    }

    mutating func consume(_ count: UInt32) { left -= min(left, count) }
}
