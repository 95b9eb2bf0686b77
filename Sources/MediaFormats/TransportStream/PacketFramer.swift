/// Makes a sample, or an ID3 tag, of each PES packet.
struct PacketFramer: Sendable {
    let givesTags: Bool
    var fallback: Int64 = 0

    private var buffer: [UInt8] = []
    private var time: TimestampMarks.Stamp?
    private var isBroken = false
    private var skipped = 0
    private var queue: [FramerOutput] = []

    private static let largest = 8 << 20

    init(givesTags: Bool) { self.givesTags = givesTags }

    /// Begins a PES packet. Without a time, it continues the tag or the time of the previous packet.
    mutating func begin(_ stamp: TimestampMarks.Stamp?) {
        if stamp != nil || !givesTags { end() }
        if let stamp { time = stamp }
        isBroken = false
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !isBroken else {
            skipped += bytes.count
            return
        }
        buffer += bytes
        if givesTags { takeTags() }
        if buffer.count > Self.largest { gap() }
    }

    /// Notes that bytes are missing. The packet is discarded.
    mutating func gap() {
        skipped += buffer.count
        buffer = []
        isBroken = true
    }

    /// Ends the packet.
    mutating func end() {
        tellDamage()
        guard !buffer.isEmpty else { return }
        if givesTags {
            skipped += buffer.count
            tellDamage()
        } else {
            let data = ArraySlice(buffer)
            let shown = nanoseconds(time?.presentation ?? fallback)
            let decoded = nanoseconds(time?.decode ?? fallback)
            queue.append(.sample(MediaSample(data, presentationTime: shown, decodeTime: decoded)))
        }
        buffer = []
    }

    mutating func takeOutput() -> [FramerOutput] {
        defer { queue = [] }
        return queue
    }

    private mutating func takeTags() {
        while case .tag(let length) = TimestampTag.length(in: buffer, at: 0), length <= buffer.count {
            queue.append(.tag(time: nanoseconds(time?.presentation ?? fallback), Array(buffer[..<length])))
            buffer.removeFirst(length)
        }
    }

    private mutating func tellDamage() {
        if skipped > 0 { queue.append(.damage(bytes: skipped)) }
        skipped = 0
    }

    private func nanoseconds(_ ticks: Int64) -> Int64 { Ticks.nanoseconds(ticks, timescale: 90_000) }
}
