/// Demuxes packed audio (RFC 8216, 3.4): segments of ADTS AAC, MP3, AC-3 or E-AC-3 frames after an ID3 tag.
///
/// The tag contains the time of the first frame. A segment without that time continues the previous one; the
/// first segment then begins at 0.
package struct PackedAudioDemuxer: Demuxer {
    /// Whether the segment has declared the time of its first frame. Before its first frame, the value is
    /// that of the previous segment.
    package private(set) var hasTimestamp = false

    /// The number of the only stream.
    package static let streamNumber = 0

    private var framer: AudioFramer?
    private var timeline = Timeline()
    /// The beginning of a segment, before its codec is detected.
    private var head: [UInt8] = []
    private var isAtStart = true
    private var hasBytes = false
    private var segmentTime: Int64?
    private var told: MediaFormat?
    private var nextTime: Int64 = 0
    private var output: [DemuxerOutput] = []

    private static let searchLimit = 64 << 10
    private static let largestTag = 16 << 20

    package init() {}

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput] {
        if !bytes.isEmpty { hasBytes = true }
        try read(bytes, final: false)
        return takeOutput()
    }

    package mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput] {
        defer { (isAtStart, hasBytes, segmentTime, head) = (true, false, nil, []) }
        try read([], final: true)
        if isAtStart {
            if !head.isEmpty { output.append(.damage(bytes: head.count)) }
            if hasBytes, told == nil { throw .notThisFormat }
            if hasBytes { hasTimestamp = segmentTime != nil }
        }
        return takeOutput()
    }

    // MARK: -

    private mutating func read(_ bytes: ArraySlice<UInt8>, final: Bool) throws(DemuxerError) {
        if isAtStart {
            head += bytes
            try begin(final: final)
            if isAtStart { return }
        } else {
            framer?.append(bytes)
        }
        while let made = framer?.next(final: final) { pass(made) }
        nextTime = framer?.clock.next ?? nextTime
    }

    /// Reads the leading tags and detects the codec by the first frames.
    private mutating func begin(final: Bool) throws(DemuxerError) {
        var start = 0
        defer { head.removeFirst(start) }
        tags: while true {
            switch TimestampTag.length(in: head, at: start) {
            case .tag(let length):
                guard length <= Self.largestTag else { throw .tooLarge("a tag of ID3 of \(length) bytes") }
                guard start + length <= head.count else { return }
                let time = segmentTime.map { Ticks.nanoseconds($0, timescale: 90_000) }
                tag(Array(head[start..<start + length]), time: time ?? nextTime)
                start += length
            case .trailer(let length) where start + length <= head.count: start += length
            case .trailer: return
            case .incomplete:
                if !final { return }
                break tags
            case .none: break tags
            }
        }
        switch PackedAudioProbe.syntax(of: head, from: start, final: final) {
        case .found(let syntax, let index):
            if index > start { output.append(.damage(bytes: index - start)) }
            let rest = head[index...]
            start = head.count
            begin(syntax, rest)
        case .incomplete: return
        case .none:
            guard head.count - start > Self.searchLimit else { return }
            throw .notThisFormat
        }
    }

    private mutating func begin(_ syntax: AudioSyntax, _ bytes: ArraySlice<UInt8>) {
        isAtStart = false
        hasTimestamp = segmentTime != nil
        if framer?.syntax != syntax {
            var fresh = AudioFramer(syntax, format: MediaFormat(.audio, .aac))
            (fresh.allowsTags, fresh.skipsInformation) = (true, true)
            framer = fresh
            framer?.startTime(nextTime)
        }
        framer?.skipsInformation = true
        if let segmentTime { framer?.setTime(segmentTime) }
        framer?.append(bytes)
    }

    private mutating func tag(_ bytes: [UInt8], time: Int64) {
        let contents = TimestampTag.contents(bytes)
        var time = time
        if let stamp = contents.timestamp {
            let ticks = timeline.unwrap(stamp)
            time = Ticks.nanoseconds(ticks, timescale: 90_000)
            if isAtStart { segmentTime = ticks } else { framer?.setTime(ticks) }
        }
        if contents.hasOtherFrames || contents.timestamp == nil {
            output.append(.event(TimedMetadata(scheme: "ID3", time: time, data: bytes)))
        }
    }

    private mutating func pass(_ made: FramerOutput) {
        switch made {
        case .format(let format):
            if told != format {
                output.append(.streams([DemuxedStream(number: Self.streamNumber, format: format)]))
            }
            told = format
        case .sample(let sample): output.append(.sample(stream: Self.streamNumber, sample))
        case .tag(let time, let data): tag(data, time: time)
        case .damage(let bytes): output.append(.damage(bytes: bytes))
        }
    }

    private mutating func takeOutput() -> [DemuxerOutput] {
        defer { output = [] }
        return output
    }
}
