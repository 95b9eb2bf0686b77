/// Divides the payload of an audio stream into frames with exact times.
struct AudioFramer: Sendable {
    let syntax: AudioSyntax
    var format: MediaFormat
    /// Whether ID3 tags may be between frames (packed audio, RFC 8216, 3.4).
    var allowsTags = false
    var skipsInformation = false
    /// The time in ticks of 90 kHz to use before the first timestamp.
    var fallback: Int64 = 0

    private(set) var clock = AudioClock()
    private var marks = TimestampMarks()
    private var buffer: [UInt8] = []
    private var read = 0
    /// A partial frame at the end of the previous segment.
    private var carried: [UInt8] = []
    private var isLocked = false
    private var skipped = 0
    private var formatTold = false
    private var loas = LOASHeader.Configuration()
    private var queue: [FramerOutput] = []

    private static let largestTag = 16 << 20

    init(_ syntax: AudioSyntax, format: MediaFormat) {
        self.syntax = syntax
        self.format = format
    }

    /// Begins a PES packet at the next byte.
    mutating func begin(_ stamp: TimestampMarks.Stamp?) { marks.add(stamp, at: buffer.count) }

    /// Sets the time of the next frame, in ticks of 90 kHz.
    mutating func setTime(_ ticks: Int64) {
        marks.add(TimestampMarks.Stamp(presentation: ticks, decode: ticks), at: read)
    }

    /// Sets the time of the first frame in nanoseconds, for a stream without timestamps.
    mutating func startTime(_ time: Int64) { clock = AudioClock(start: time) }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        if read > 0, read == buffer.count || read > 65_536 || read * 2 > buffer.count {
            buffer.removeFirst(read)
            marks.shift(by: read)
            read = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Notes that bytes are missing. The current frame is discarded.
    mutating func gap() {
        skipped += carried.count + buffer.count - read
        carried = []
        read = buffer.count
        isLocked = false
    }

    /// The next output. `final` marks the end of the segment.
    mutating func next(final: Bool) -> FramerOutput? {
        while queue.isEmpty, step(final: final) {}
        if queue.isEmpty, final {
            if read < buffer.count { carry() }
            if skipped > 0 { tellDamage() }
        }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    // MARK: -

    private mutating func carry() {
        carried = Array(buffer[read...])
        read = buffer.count
        marks.removeAll()
        if carried.count > 65_536 {
            skipped += carried.count
            carried = []
        }
    }

    /// Processes one element. Returns false when more bytes are needed.
    private mutating func step(final: Bool) -> Bool {
        guard read < buffer.count else { return false }
        if !carried.isEmpty, !resumeCarried(final: final) { return false }
        if allowsTags, let went = stepTag(final: final) { return went }
        switch syntax.frame(in: buffer, at: read) {
        case .incomplete: return false
        case .invalid: return skip()
        case .frame(let frame): return accept(frame, final: final)
        }
    }

    /// Handles the partial frame of the previous segment. A segment that begins with a frame does not
    /// continue it.
    private mutating func resumeCarried(final: Bool) -> Bool {
        switch syntax.frame(in: buffer, at: read) {
        case .incomplete where !final: return false
        case .frame:
            skipped += carried.count
            carried = []
        default:
            let rest = carried + buffer[read...]
            marks.shift(by: read - carried.count)
            (buffer, read, carried) = (rest, 0, [])
            isLocked = false
        }
        return true
    }

    /// Nil when no tag begins here.
    private mutating func stepTag(final: Bool) -> Bool? {
        switch TimestampTag.length(in: buffer, at: read) {
        case .none: return nil
        case .incomplete: return final ? nil : false
        case .trailer(let length):
            guard read + length <= buffer.count else { return false }
            read += length
        case .tag(let length):
            guard length <= Self.largestTag else { return skip() }
            guard read + length <= buffer.count else { return false }
            if skipped > 0 { tellDamage() }
            queue.append(.tag(time: clock.next ?? nanoseconds(fallback), Array(buffer[read..<read + length])))
            read += length
        }
        return true
    }

    private mutating func skip() -> Bool {
        isLocked = false
        var next = ByteScan.index(of: syntax.syncByte, in: buffer, from: read + 1) ?? buffer.count
        if allowsTags, let tag = ByteScan.index(of: 0x49, in: buffer, from: read + 1) {
            next = min(next, tag)
        }
        skipped += next - read
        read = next
        return true
    }

    private mutating func accept(_ frame: AudioFrame, final: Bool) -> Bool {
        var end = read + frame.length
        guard end <= buffer.count else { return final && !isLocked ? skip() : false }
        if !isLocked, !marks.isStamped(at: read) {
            switch syntax.frame(in: buffer, at: end) {
            case .frame(let next) where next.signature == frame.signature: break
            case .incomplete: if !final { return false }
            default:
                let tagFollows = allowsTags && TimestampTag.length(in: buffer, at: end) != .none
                if !tagFollows { return skip() }
            }
        }
        if syntax.hasContinuations, frame.codec != .ac3 || format.codec == .eac3 {
            joining: while true {
                switch syntax.frame(in: buffer, at: end) {
                case .frame(let next) where next.isContinuation:
                    guard end + next.length <= buffer.count else {
                        if final { break joining }
                        return false
                    }
                    end += next.length
                case .incomplete where !final: return false
                default: break joining
                }
            }
        }
        isLocked = true
        emit(frame, end: end)
        return true
    }

    private mutating func emit(_ frame: AudioFrame, end: Int) {
        var frame = frame
        let data = buffer[(read + frame.prefix)..<end]
        let isInformation = skipsInformation && MPEGAudioHeader.isInformation(buffer, at: read)
        skipsInformation = false
        let stamp = isInformation ? nil : marks.take(upTo: read)
        read = end
        guard !isInformation else { return }
        if syntax == .loas { complete(&frame, element: data.dropFirst(3)) }
        if skipped > 0 { tellDamage() }
        tellFormat(frame)
        let timing = clock.advance(
            told: stamp.map { nanoseconds($0.presentation) }, fallback: nanoseconds(fallback),
            samples: frame.samples, sampleRate: frame.sampleRate)
        var duration = timing.duration
        if frame.endTrim > 0, let full = duration {
            duration = max(0, full - nanoseconds(Int64(frame.endTrim), timescale: Int64(frame.sampleRate)))
        }
        let sample = MediaSample(
            ArraySlice(Array(data)), presentationTime: timing.time, decodeTime: timing.time,
            duration: duration)
        queue.append(.sample(sample))
    }

    private mutating func complete(_ frame: inout AudioFrame, element: ArraySlice<UInt8>) {
        if let told = LOASHeader.configuration(element) { loas = told }
        (frame.samples, frame.sampleRate, frame.channels) = (loas.samples, loas.sampleRate, loas.channels)
    }

    private mutating func tellFormat(_ frame: AudioFrame) {
        var told = format
        // An extension substream alone does not determine the format.
        guard !frame.isContinuation || !formatTold else { return }
        (told.codec, told.framing, told.sampleRate) = (frame.codec, frame.framing, frame.sampleRate)
        if frame.channels > 0 || syntax != .opus { told.channels = frame.channels }
        if syntax != .opus { told.configuration = frame.configuration }
        guard told != format || !formatTold else { return }
        formatTold = true
        format = told
        queue.append(.format(told))
    }

    private mutating func tellDamage() {
        queue.append(.damage(bytes: skipped))
        skipped = 0
    }

    private func nanoseconds(_ ticks: Int64, timescale: Int64 = 90_000) -> Int64 {
        Ticks.nanoseconds(ticks, timescale: timescale)
    }
}
