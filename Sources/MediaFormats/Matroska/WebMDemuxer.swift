/// Reads WebM and Matroska (RFC 8794, RFC 9559) as they are streamed: the header with the tracks, then
/// Clusters, each of known or unknown size. The Clusters may be any of the file's: offsets in it and the size
/// of the Segment do not matter. Cues, tags, chapters and attachments are passed over.
///
/// Durations: the BlockDuration, else the track's DefaultDuration, else what an Opus packet tells. Video and
/// text without these are given out at once, without a duration. Audio without these waits for the next
/// block of its track, whose time gives the duration; so at most one block of a track is held back.
///
/// Times are those of the blocks: a track's CodecDelay is not subtracted (Opus has it in its OpusHead).
package struct WebMDemuxer: Demuxer {
    /// Where the Segment's data begins, counted from the EBML header; positions in Cues count from there.
    package internal(set) var segmentDataStart: UInt64?
    /// A tick in nanoseconds (RFC 9559, section 11.1).
    package internal(set) var timestampScale: UInt64 = 1_000_000
    /// In nanoseconds, as the Segment's Info tells it; live streams have none.
    package internal(set) var duration: Int64?

    /// Larger elements are not kept to be read as a whole.
    static let largestBlock: UInt64 = 32 << 20
    static let largestHeader: UInt64 = 16 << 20

    /// The start of an element that is not there as a whole yet.
    private var carry: [UInt8] = []
    /// How many bytes `carry` needs before the next read.
    var needed = 0
    /// How many bytes of an element that is passed over are still to come.
    var skipping: UInt64 = 0
    /// How many bytes were taken since the last EBML header.
    var position: UInt64 = 0
    var hasBegun = false
    /// Nil: between Clusters.
    var cluster: Cluster?
    var tracks: [MatroskaTrack] = []
    var trackIndices: [UInt64: Int] = [:]
    var streams: [DemuxedStream] = []
    /// Bytes that could not be read, while a place to go on from is looked for; nil: nothing is wrong.
    private var lost: Int?
    private var failure: DemuxerError?

    struct Cluster {
        /// How many bytes it still has; nil: it ends where the next element of its level begins.
        var rest: UInt64?
        /// In ticks; nil: not read yet.
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
            // What came before the error is given out first.
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

    /// Reads all elements that are there as a whole; what is left of the input needs more bytes.
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

    /// Skips bytes that are no element, up to the next Cluster.
    mutating func lose(_ input: inout ArraySlice<UInt8>) throws(DemuxerError) {
        guard hasBegun else { throw .notThisFormat }
        lost = 1
        cluster = nil
        consume(1, &input)
    }

    /// Looks for a Cluster or a new EBML header. False: there is none in these bytes.
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
