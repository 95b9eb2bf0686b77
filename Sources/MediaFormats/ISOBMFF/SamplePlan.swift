/// One or more consecutive samples of equal size and duration, before their bytes have arrived.
struct SampleRecord: Sendable {
    /// The position of the first byte since the demuxer began.
    var position: Int
    /// The size of one sample in bytes.
    var size: UInt32
    var count: UInt32 = 1
    /// The decode time in ticks of the track.
    var decode: Int64
    var composition: Int32 = 0
    var duration: UInt32
    /// The index of the track in the initialization section.
    var track: UInt16
    /// The index of the sample description in the track.
    var description: UInt16 = 0
    /// The index in the plan's `encryptions`, or one of the constants.
    var encryption: Int32 = Self.clear
    var isSync: Bool

    static let clear: Int32 = -1
    /// The sample is encrypted, and the information for decryption is missing.
    static let unreadable: Int32 = -2

    /// The decode time after the last sample.
    var decodeEnd: Int64 {
        decode.saturatingAdding(Int64(duration).saturatingMultiplied(by: Int64(count)))
    }

    /// The end of the last sample. It does not overflow for a record in a plan.
    var end: Int { position + Int(size) * Int(count) }
}

/// The expected samples of a movie fragment, or of the tables of a movie box.
struct SamplePlan: Sendable {
    var records: [SampleRecord] = []
    var encryptions: [MediaSample.Encryption] = []
    /// The records of each track fragment, before `settle` sorts them.
    private(set) var fragments: [TrackFragmentRecords] = []
    /// The index of the next record, and the number of its samples that were read.
    private(set) var cursor = 0
    private(set) var repetition: UInt32 = 0
    /// The tracks whose file order differs from the decoding order.
    private(set) var disorderedTracks: Set<UInt16> = []

    struct TrackFragmentRecords: Sendable {
        var range: Range<Int>
        /// The base of its data offsets, and the start of the movie fragment.
        var base: Int
        var fragmentStart: Int
    }

    static let maximumRecords = 2_000_000

    /// The number of PCM samples that are delivered as one.
    static let pcmGroup: UInt32 = 1024

    /// Adds consecutive samples. PCM samples are grouped, and a run of empty samples becomes one.
    mutating func append(_ record: SampleRecord, isPCM: Bool) throws(DemuxerError) {
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

    /// Sorts the samples by file position and repairs data offsets.
    ///
    /// If the samples of a track fragment lie outside of the media data, offsets from the movie fragment are
    /// tried. This repairs base data offsets of a file that the fragment was cut from, and a missing
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

    /// The record of the next sample, and the position of that sample.
    var next: (record: SampleRecord, position: Int)? {
        guard cursor < records.count else { return nil }
        let record = records[cursor]
        return (record, record.position + Int(record.size) * Int(repetition))
    }

    /// The number of samples of the current record that were read.
    var decodeOffset: UInt32 { repetition }

    mutating func advance() {
        guard cursor < records.count else { return }
        repetition += 1
        if repetition >= records[cursor].count { skipRecord() }
    }

    /// Skips the rest of the current record.
    mutating func skipRecord() {
        (cursor, repetition) = (cursor + 1, 0)
    }

    /// Adds an encryption and returns its index in `encryptions`.
    mutating func add(_ encryption: MediaSample.Encryption) -> Int32 {
        encryptions.append(encryption)
        return Int32(clamping: encryptions.count - 1)
    }

    /// The number of bytes of unread samples.
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
