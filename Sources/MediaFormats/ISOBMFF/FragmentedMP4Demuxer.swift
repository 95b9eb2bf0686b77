/// Demuxes the ISO base media file format (ISO/IEC 14496-12) as a stream.
///
/// Two layouts are supported: an initialization section with movie fragments (DASH, CMAF, fMP4 of HLS), and a
/// whole movie with `moov` before its media data.
///
/// Samples are delivered in file order as soon as their last byte is available. These are reported as damage:
///
/// - an unreadable box
/// - a sample outside of the media data
/// - an encrypted sample without its initialization vector
///
/// After an error, only `finishSegment` or `resetFragment` makes the demuxer usable again.
package struct FragmentedMP4Demuxer: Demuxer {
    enum State: Sendable {
        /// A box header is collected in `pending`.
        case header
        /// A box body of this size is collected in `pending`.
        case box(FourCC, bodySize: Int)
        /// In `mdat` up to this position; nil means no end.
        case mediaData(end: Int?)
        /// In an ignored box up to this position.
        case skipping(end: Int?)
        /// In bytes that are not boxes.
        case unreadable
    }

    static let maximumBoxSize = 64 << 20
    static let maximumSampleSize = 64 << 20
    /// The maximum size in bytes of samples that are held for reordering.
    static let maximumHeldSize = 256 << 20
    /// The maximum size in bytes of event messages that wait for the time of their segment.
    static let maximumEventSize = 8 << 20

    var state = State.header
    var pending: [UInt8] = []
    /// The position of the next byte since the demuxer began.
    var position = 0
    var boxStart = 0
    var bodyStart = 0
    /// The position from which file offsets count.
    var fileStart = 0
    var isAtSegmentStart = true
    var hasMediaData = false
    var unreadableBytes = 0

    var initialization: Initialization?
    var streams: [DemuxedStream]?
    /// For each track, the index of the current sample description, and the decode time after its last
    /// sample.
    var currentDescriptions: [Int] = []
    var decodeTimes: [Int64] = []

    var plan = SamplePlan()
    var planIsSettled = false
    /// Whether the movie fragment was unreadable, so that its media data is lost.
    var fragmentIsDamaged = false
    /// The beginning of an incomplete sample.
    var partial: [UInt8] = []
    var held: [(track: Int, sample: MediaSample)] = []
    var heldSize = 0
    var events: [EventMessage] = []
    var eventSize = 0

    var failure: DemuxerError?
    var failureWasTold = false

    package init() {}

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        var outputs: [DemuxerOutput] = []
        try tellFailure()
        do throws(DemuxerError) {
            try read(bytes, into: &outputs)
        } catch {
            // Output from before the error is delivered first. The next call throws the error.
            (failure, failureWasTold) = (error, false)
            pending = []
            if outputs.isEmpty { try tellFailure() }
        }
        return outputs
    }

    package mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
        if let failure {
            let wasTold = failureWasTold
            resetFragment()
            if !wasTold { throw failure }
            return []
        }
        var outputs: [DemuxerOutput] = []
        var damage = unreadableBytes
        switch state {
        case .header: damage += pending.count
        case .box: damage += position - boxStart
        case .mediaData, .skipping, .unreadable: break
        }
        Self.add(damage: damage, to: &outputs)
        endPlan(into: &outputs)
        Self.add(damage: eventSize, to: &outputs)
        resetFragment()
        return outputs
    }

    /// Discards the data of a segment whose download was given up. The initialization section stays.
    package mutating func resetFragment() {
        (state, pending, partial) = (.header, [], [])
        (fileStart, isAtSegmentStart, hasMediaData, unreadableBytes) = (position, true, false, 0)
        (plan, planIsSettled, fragmentIsDamaged) = (SamplePlan(), false, false)
        (held, heldSize, events, eventSize) = ([], 0, [], 0)
        (failure, failureWasTold) = (nil, false)
    }

    private mutating func tellFailure() throws(DemuxerError) {
        guard let failure else { return }
        failureWasTold = true
        throw failure
    }

    private mutating func read(
        _ bytes: ArraySlice<UInt8>, into outputs: inout [DemuxerOutput]
    ) throws(DemuxerError) {
        var rest = bytes
        while true {
            switch state {
            case .header:
                guard try readHeader(&rest, into: &outputs) else { return }
            case .box(let type, let size):
                guard let body = gather(size, from: &rest) else { return }
                state = .header
                try read(type, body, into: &outputs)
            case .mediaData(let end):
                guard try readMediaData(&rest, end: end, into: &outputs) else { return }
                state = .header
            case .skipping(let end):
                let count = min(rest.count, end.map { $0 - position } ?? .max)
                consume(count, of: &rest)
                guard position == end else { return }
                state = .header
            case .unreadable:
                unreadableBytes = unreadableBytes.saturatingAdding(rest.count)
                return consume(rest.count, of: &rest)
            }
        }
    }

    mutating func consume(_ count: Int, of rest: inout ArraySlice<UInt8>) {
        rest = rest.dropFirst(count)
        position = position.saturatingAdding(count)
    }

    /// The body of a box once it is complete, as a slice of the input where possible.
    private mutating func gather(_ size: Int, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if pending.isEmpty, rest.count >= size {
            let body = rest.prefix(size)
            consume(size, of: &rest)
            return body
        }
        let count = min(size - pending.count, rest.count)
        if pending.isEmpty { pending.reserveCapacity(min(size, 1 << 20)) }
        pending += rest.prefix(count)
        consume(count, of: &rest)
        guard pending.count == size else { return nil }
        defer { pending = [] }
        return pending[...]
    }

    static func add(damage bytes: Int, to outputs: inout [DemuxerOutput]) {
        if bytes > 0 { outputs.append(.damage(bytes: bytes)) }
    }
}
