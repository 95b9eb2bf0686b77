/// Demuxes WebM and Matroska (RFC 8794, RFC 9559) as a stream: the header with the tracks, then Clusters of
/// known or unknown size.
///
/// The Clusters may come from any place of the file, because offsets and the size of the Segment are ignored.
/// Cues, tags, chapters and attachments are skipped.
///
/// The duration of a frame is the first of these that is available:
///
/// - the BlockDuration
/// - the track's DefaultDuration
/// - the duration in an Opus packet
///
/// Other video and subtitles are delivered immediately without a duration. Other audio waits for the next
/// block of its track, whose time gives the duration. So at most one block of a track is held.
///
/// Times are those of the blocks. The CodecDelay of a track is not subtracted (Opus has it in its OpusHead).
package struct WebMDemuxer: Demuxer {
    /// The start of the Segment's data, relative to the EBML header. Positions in Cues are relative to it.
    package internal(set) var segmentDataStart: UInt64?
    /// The duration of a tick in nanoseconds (RFC 9559, section 11.1).
    package internal(set) var timestampScale: UInt64 = 1_000_000
    /// The duration in nanoseconds from the Segment's Info; live streams have none.
    package internal(set) var duration: Int64?

    /// The maximum sizes of elements that are collected completely.
    static let largestBlock: UInt64 = 32 << 20
    static let largestHeader: UInt64 = 16 << 20

    /// The beginning of an incomplete element.
    private var carry: [UInt8] = []
    /// The number of bytes in `carry` that the next read needs.
    var needed = 0
    /// The remaining number of bytes of a skipped element.
    var skipping: UInt64 = 0
    /// The number of bytes taken since the last EBML header.
    var position: UInt64 = 0
    var hasBegun = false
    /// The current Cluster; nil between Clusters.
    var cluster: Cluster?
    var tracks: [MatroskaTrack] = []
    var trackIndices: [UInt64: Int] = [:]
    var streams: [DemuxedStream] = []
    /// The number of unreadable bytes during a resynchronization; nil when the data is readable.
    private var lost: Int?
    private var failure: DemuxerError?

    struct Cluster {
        /// The remaining number of bytes; nil when the Cluster ends at the next element of its level.
        var rest: UInt64?
        /// The time in ticks; nil before it was read.
        var timestamp: Int64?
    }

    package init() {}

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        if let failure { throw failure }
        var outputs: [DemuxerOutput] = []
        var input = bytes
        do throws(DemuxerError) {
            while !input.isEmpty {
                if carry.isEmpty {
                    try read(&input, &outputs)
                    carry = Array(input)
                    break
                }
                let wanted = lost == nil ? needed - carry.count : 4096
                carry += input.prefix(max(wanted, 0))
                input = input.dropFirst(max(wanted, 0))
                guard carry.count >= needed else { break }
                var whole = carry[...]
                carry = []
                try read(&whole, &outputs)
                carry = Array(whole)
            }
        } catch {
            // Output from before the error is delivered first.
            failure = error
            if outputs.isEmpty { throw error }
        }
        return outputs
    }

    package mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
        if let failure { throw failure }
        var outputs: [DemuxerOutput] = []
        releaseHeld(&outputs)
        let damaged = (lost ?? 0) + carry.count
        if damaged > 0 { outputs.append(.damage(bytes: damaged)) }
        (carry, needed, skipping, lost, cluster) = ([], 0, 0, nil, nil)
        return outputs
    }

    /// Reads all complete elements. The rest of the input waits for more bytes.
    private mutating func read(
        _ input: inout ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        while !input.isEmpty {
            if skipping > 0 {
                let count = Int(min(skipping, UInt64(input.count)))
                skipping -= UInt64(count)
                consume(count, &input)
            } else if lost != nil {
                guard resynchronize(&input, &outputs) else { return }
            } else {
                switch EBML.header(input) {
                case .incomplete:
                    needed = input.count + 1
                    return
                case .invalid: try lose(&input)
                case .header(let header):
                    guard try readElement(header, &input, &outputs) else { return }
                }
            }
        }
    }

    mutating func consume(_ count: Int, _ input: inout ArraySlice<UInt8>) {
        input = input.dropFirst(count)
        position &+= UInt64(count)
    }

    /// Begins to skip bytes that are not an element, up to the next Cluster.
    mutating func lose(_ input: inout ArraySlice<UInt8>) throws(DemuxerError) {
        guard hasBegun else { throw .notThisFormat }
        lost = 1
        cluster = nil
        consume(1, &input)
    }

    /// Searches for a Cluster or a new EBML header. Returns false when the bytes contain none.
    private mutating func resynchronize(
        _ input: inout ArraySlice<UInt8>, _ outputs: inout [DemuxerOutput]
    ) -> Bool {
        let patterns: [[UInt8]] = [[0x1F, 0x43, 0xB6, 0x75], [0x1A, 0x45, 0xDF, 0xA3]]
        let offset = ByteSearch.first(of: patterns, in: input)
        let count = offset ?? max(input.count - 3, 0)
        let damaged = (lost ?? 0) + count
        consume(count, &input)
        lost = damaged
        guard offset != nil else {
            needed = input.count + 1
            return false
        }
        lost = nil
        outputs.append(.damage(bytes: damaged))
        return true
    }
}
