/// One sample, or several of the same size and duration one behind the other, before their bytes have come.
struct TestPatternRecord: Sendable {
    /// Of the first byte, in bytes since the demuxer began.
    var position: Int
    /// Of one sample in bytes.
    var size: UInt32
    var count: UInt32 = 1
    /// In ticks of the track.
    var decode: Int64
    var composition: Int32 = 0
    var duration: UInt32
    /// The place of the track in the initialization.
    var track: UInt16
    /// The place of the sample description in the track.
    var description: UInt16 = 0
    /// The place in the plan's `encryptions`, or one of the constants.
    var encryption: Int32 = Self.clear
    var isSync: Bool

    static let clear: Int32 = -1
    /// It is encrypted, and what is needed to decrypt it is missing.
    static let unreadable: Int32 = -2

    /// The decode time behind the last sample.
    var decodeEnd: Int64 {
        decode.saturatingAdding(Int64(duration).saturatingMultiplied(by: Int64(count)))
    }

    /// Of the last sample; does not overflow for a record that a plan has taken.
    var end: Int { position + Int(size) * Int(count) }
}

/// The samples whose bytes are to come, from a movie fragment or from the tables of a movie box.
struct SamplePlan: Sendable {
    var records: [TestPatternRecord] = []
    var encryptions: [MediaSample.Encryption] = []
    /// The records of each track fragment, until `settle` has put all in order.
    private(set) var fragments: [TrackFragmentRecords] = []
    /// The next record, and how many of its samples have been read.
    private(set) var cursor = 0
    private(set) var repetition: UInt32 = 0
    /// The tracks whose samples do not lie in decoding order in the file.
    private(set) var disorderedTracks: Set<UInt16> = []

    struct TrackFragmentRecords: Sendable {
        var range: Range<Int>
        /// From where its data offsets count, and where the movie fragment begins.
        var base: Int
        var fragmentStart: Int
    }

    static let maximumRecords = 2_000_000

    /// Samples of PCM that are given out as one.
    static let pcmGroup: UInt32 = 1024

    /// Adds samples that lie one behind the other. A run of PCM samples becomes groups of them, and one of
    /// empty samples becomes one.
    mutating func append(_ record: TestPatternRecord, isPCM: Bool) throws(DemuxerError) {
        guard records.count < Self.maximumRecords else { throw .tooLarge("There are too many samples.") }
        let (bytes, overflow) = Int(record.size).multipliedReportingOverflow(by: Int(record.count))
        guard !overflow, bytes < 1 << 61, record.position < 1 << 61 else {
            throw .malformed("A sample lies outside of any file.")
        }
        var record = record
        if record.size == 0, record.count > 1 {
            record.duration = UInt32(clamping: UInt64(record.duration) * UInt64(record.count))
            record.count = 1
        }
        let group = Self.pcmGroup
        guard isPCM, record.count > 1, record.size <= 1024, record.duration <= 0x3F_FFFF else {
            records.append(record)
            return
        }
        let (size, duration, groups) = (record.size, record.duration, record.count / group)
        let rest = record.count % group
        if groups > 0 {
            (record.size, record.duration, record.count) = (size * group, duration * group, groups)
            records.append(record)
            record.position = record.end
            record.decode = record.decode.saturatingAdding(Int64(record.duration) * Int64(groups))
        }
        if rest > 0 {
            (record.size, record.duration, record.count) = (size * rest, duration * rest, 1)
            records.append(record)
        }
    }

    mutating func endFragment(from first: Int, base: Int, fragmentStart: Int) {
        guard first < records.count else { return }
        fragments.append(
            TrackFragmentRecords(range: first..<records.count, base: base, fragmentStart: fragmentStart))
    }

    /// Puts the samples in the order of the file. Where those of a track fragment lie outside of the media
    /// data but would lie in it if its data offsets counted from the movie fragment, they are taken so: that
    /// mends base data offsets into the file that the fragment was cut from, and writers that leave out
    /// `default-base-is-moof`.
    mutating func settle(in mediaData: Range<Int>?) {
        if let mediaData {
            for fragment in fragments where fragment.base != fragment.fragmentStart {
                let first = records[fragment.range.lowerBound].position
                let (moved, overflow) = first.subtractingReportingOverflow(
                    fragment.base - fragment.fragmentStart)
                guard !overflow, !mediaData.contains(first), mediaData.contains(moved) else { continue }
                for index in fragment.range {
                    records[index].position = max(
                        0, records[index].position - fragment.base + fragment.fragmentStart)
                }
            }
        }
        fragments = []
        var isSorted = true
        for index in records.indices.dropFirst() where records[index].position < records[index - 1].position {
            isSorted = false
            break
        }
        guard !isSorted else { return }
        var order = Array(records.indices)
        order.sort { (records[$0].position, $0) < (records[$1].position, $1) }
        var lastOfTrack: [UInt16: Int] = [:]
        for index in order {
            let track = records[index].track
            if let last = lastOfTrack[track], last > index { disorderedTracks.insert(track) }
            lastOfTrack[track] = index
        }
        records = order.map { records[$0] }
    }

    /// The record whose sample comes next, and the position of that sample.
    var next: (record: TestPatternRecord, position: Int)? {
        guard cursor < records.count else { return nil }
        let record = records[cursor]
        return (record, record.position + Int(record.size) * Int(repetition))
    }

    /// How many samples of its record have been read before the next.
    var decodeOffset: UInt32 { repetition }

    mutating func advance() {
        guard cursor < records.count else { return }
        repetition += 1
        if repetition >= records[cursor].count { skipRecord() }
    }

    /// Leaves out what is left of the record.
    mutating func skipRecord() {
        (cursor, repetition) = (cursor + 1, 0)
    }

    /// The place in `encryptions` of what is added for samples that a record may have.
    mutating func add(_ encryption: MediaSample.Encryption) -> Int32 {
        encryptions.append(encryption)
        return Int32(clamping: encryptions.count - 1)
    }

    /// The bytes of the samples that have not been read.
    var missingBytes: Int {
        var bytes = 0
        var skipped = Int(repetition)
        for record in records[min(cursor, records.count)...] {
            bytes = bytes.saturatingAdding(Int(record.size) * (Int(record.count) - skipped))
            skipped = 0
        }
        return bytes
    }
}
