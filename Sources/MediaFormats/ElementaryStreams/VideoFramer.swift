/// Divides the payload of a video stream into access units with their times. Two fields of a frame are one
/// sample.
struct VideoFramer: Sendable {
    private(set) var format: MediaFormat
    /// The time in ticks of 90 kHz to use before the first timestamp.
    var fallback: Int64 = 0

    private var parser: VideoParser
    private var clock = VideoClock()
    private var order = PictureOrder()
    private var marks = TimestampMarks()
    private var buffer: [UInt8] = []
    /// The index before which all start codes have been handled.
    private var scanned = 0
    /// The start of the current NAL unit's body, which ends at the next start code.
    private var body: Int?
    private var isOpen = false
    private var unit = VideoUnit()
    /// The position after the picture where the next access unit may begin.
    private var candidate: (boundary: Int, code: Int)?
    private var next = VideoUnit()
    private var formatTold = false
    private var skipped = 0
    private var queue: [FramerOutput] = []

    private static let largestUnit = 32 << 20
    /// The number of bytes after a start code prefix that suffice to parse a slice header.
    private static let lookahead = 20

    init(_ syntax: VideoSyntax, format: MediaFormat) {
        self.format = format
        parser = VideoParser(syntax)
    }

    /// Begins a PES packet at the next byte.
    mutating func begin(_ stamp: TimestampMarks.Stamp?) { marks.add(stamp, at: buffer.count) }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        buffer.append(contentsOf: bytes)
        drain(final: false)
        if buffer.count > Self.largestUnit { drop() }
    }

    /// Notes that bytes are missing.
    mutating func gap() {
        clock.forgetRun()
        order.forget()
    }

    /// Ends the segment.
    mutating func finish() {
        drain(final: true)
        endBody(at: buffer.count)
        if isOpen {
            if let candidate, unit.hasPicture, next.hasSequence || next.beginsWithDelimiter {
                commit(candidate.boundary, candidate.code, following: nil)
            } else if candidate != nil {
                unit.merge(next)
            }
            if unit.hasPicture { emit(buffer[...], following: nil) } else { skipped += buffer.count }
        } else {
            skipped += buffer.count
        }
        tellDamage()
        reset()
    }

    mutating func takeOutput() -> [FramerOutput] {
        defer { queue = [] }
        return queue
    }

    // MARK: -

    private mutating func drain(final: Bool) {
        while let code = ByteScan.startCode(in: buffer, from: scanned) {
            if code + 3 + Self.lookahead > buffer.count, !final {
                scanned = code
                return
            }
            scanned = code + 3
            handle(code)
        }
        scanned = max(scanned, buffer.count - 2)
        if !isOpen, scanned > 4096, !final {
            let unused = scanned - 1
            skipped += unused
            remove(unused)
        }
    }

    private mutating func handle(_ code: Int) {
        endBody(at: code)
        body = code + 3
        let isZeroByteBefore = code > 0 && buffer[code - 1] == 0 && !marks.begins(at: code)
        let boundary = isZeroByteBefore ? code - 1 : code
        switch parser.part(buffer, at: code + 3) {
        case .other: break
        case .header(let isDelimiter):
            if !isOpen {
                open(boundary, code)
                unit.beginsWithDelimiter = isDelimiter
            } else if unit.hasPicture {
                candidate = candidate ?? (boundary, code)
                next.beginsWithDelimiter = next.beginsWithDelimiter || isDelimiter
            }
        case .slice(let slice): handle(slice, boundary, code)
        }
    }

    private mutating func handle(_ slice: VideoSlice, _ boundary: Int, _ code: Int) {
        if !isOpen {
            guard slice.isFirst else { return }
            open(boundary, code)
        } else if unit.hasPicture {
            let completes = slice.field.flatMap { unit.field?.isCompleted(by: $0) } ?? false
            let starts = slice.isFirst ? !completes : next.beginsWithDelimiter
            if starts {
                let begin = candidate ?? (boundary, code)
                commit(begin.boundary, begin.code, following: code)
            } else if candidate != nil {
                unit.merge(next)
                (candidate, next) = (nil, VideoUnit())
            }
            if !starts, completes { (unit.field, unit.isSecondField) = (nil, true) }
        }
        if !unit.hasPicture { (unit.field, unit.order) = (slice.field, slice.order) }
        unit.hasPicture = true
        unit.isRandomAccess = unit.isRandomAccess || slice.isRandomAccess
        if !unit.isSecondField { unit.isIntraOnly = unit.isIntraOnly && slice.isIntra }
    }

    /// Begins the first access unit.
    private mutating func open(_ boundary: Int, _ code: Int) {
        let stamp = marks.take(upTo: code)
        clock.begin(stamp, fallback: fallback, frameDuration: parser.frameDuration)
        isOpen = true
        unit = VideoUnit()
        if boundary > 0 {
            // Zero bytes may precede the first start code (ISO/IEC 14496-10, B.1.1).
            if buffer[..<boundary].contains(where: { $0 != 0 }) { skipped += boundary }
            remove(boundary)
        }
        tellFormat()
    }

    /// Ends the access unit at `boundary`, where another one begins.
    private mutating func commit(_ boundary: Int, _ code: Int, following: Int?) {
        let stamp = marks.take(upTo: code)
        let ended = clock
        clock.begin(stamp, fallback: fallback, frameDuration: parser.frameDuration)
        let whole = buffer
        buffer = Array(whole[boundary...])
        marks.shift(by: boundary)
        scanned = max(0, scanned - boundary)
        body = body.map { $0 - boundary }
        emit(whole[..<boundary], time: ended, following: clock.decode)
        (unit, next, candidate) = (next, VideoUnit(), nil)
        tellFormat()
    }

    private mutating func emit(_ data: ArraySlice<UInt8>, time: VideoClock? = nil, following: Int64?) {
        tellDamage()
        let time = time ?? clock
        var duration: Int64?
        if let following {
            let difference = following &- time.decode
            if difference > 0, difference <= 10_000_000_000 { duration = difference }
        }
        let told = time.isStamped ? time.presentation : nil
        let presentation = order.time(of: unit.order, told: told, frameDuration: parser.frameDuration)
        let sample = MediaSample(
            data, presentationTime: presentation ?? time.presentation, decodeTime: time.decode,
            duration: duration,
            isSync: unit.isSync)
        queue.append(.sample(sample))
    }

    private mutating func endBody(at end: Int) {
        guard let start = body, start < end else { return }
        body = nil
        if candidate == nil {
            parser.body(buffer[start..<end], unit: &unit, format: format)
            tellFormat()
        } else {
            parser.body(buffer[start..<end], unit: &next, format: format)
        }
    }

    private mutating func tellFormat() {
        let isKnown = format.width > 0 || unit.format != nil || parser.tellsNoSize
        guard isKnown, unit.format != nil || !formatTold else { return }
        format = unit.format ?? format
        unit.format = nil
        formatTold = true
        queue.append(.format(format))
    }

    private mutating func tellDamage() {
        if skipped > 0 { queue.append(.damage(bytes: skipped)) }
        skipped = 0
    }

    private mutating func remove(_ count: Int) {
        buffer.removeFirst(count)
        marks.shift(by: count)
        scanned = max(0, scanned - count)
        body = body.flatMap { $0 >= count ? $0 - count : nil }
    }

    private mutating func drop() {
        skipped += buffer.count
        tellDamage()
        reset()
    }

    private mutating func reset() {
        (buffer, scanned, body, isOpen, candidate) = ([], 0, nil, false, nil)
        (unit, next) = (VideoUnit(), VideoUnit())
        marks.removeAll()
    }
}
