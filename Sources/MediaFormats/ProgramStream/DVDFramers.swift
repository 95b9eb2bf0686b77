/// The header of a PCM packet of DVDs, behind the number of frames: the offset of the first frame, then three
/// bytes with the format.
struct DVDPCMHeader: Sendable {
    static let length = 5
    var sampleRate: Int
    var channels: Int
    var bits: Int

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count > Self.length else { return nil }
        let format = bytes[bytes.startIndex + 3]
        guard format >> 6 < 3 else { return nil }
        bits = [16, 20, 24][Int(format >> 6)]
        sampleRate = [48_000, 96_000, 44_100, 32_000][Int(format >> 4 & 3)]
        channels = Int(format & 7) + 1
    }

    /// The duration of the samples in a packet, in nanoseconds.
    func duration(of bytes: ArraySlice<UInt8>) -> Int64 {
        let bitsPerSecond = Int64(bits * channels * sampleRate)
        return Ticks.nanoseconds(Int64(bytes.count - Self.length) * 8, timescale: bitsPerSecond)
    }
}

/// Makes a sample of each packet of DVD PCM.
struct DVDPCMFramer: Sendable {
    private var next: Int64?

    mutating func append(
        _ bytes: ArraySlice<UInt8>, _ stamp: TimestampMarks.Stamp?, fallback: Int64
    ) -> [FramerOutput] {
        guard let header = DVDPCMHeader(bytes) else { return [.damage(bytes: bytes.count)] }
        let told = stamp.map { Ticks.nanoseconds($0.presentation, timescale: 90_000) }
        let time = told ?? next ?? Ticks.nanoseconds(fallback, timescale: 90_000)
        let duration = header.duration(of: bytes)
        next = time &+ duration
        return [
            .sample(
                MediaSample(
                    ArraySlice(Array(bytes)), presentationTime: time, decodeTime: time, duration: duration))
        ]
    }
}

/// Joins the packets of a DVD subtitle, whose first two bytes are its size.
struct DVDSubtitleFramer: Sendable {
    private var bytes: [UInt8] = []
    private var time: Int64 = 0

    mutating func append(_ more: ArraySlice<UInt8>, _ stamp: TimestampMarks.Stamp?) -> [FramerOutput] {
        var output: [FramerOutput] = []
        if let stamp {
            // A subtitle begins with a packet with a time.
            if !bytes.isEmpty { output.append(.damage(bytes: bytes.count)) }
            bytes = []
            time = Ticks.nanoseconds(stamp.presentation, timescale: 90_000)
        } else if bytes.isEmpty {
            return [.damage(bytes: more.count)]
        }
        bytes += more
        guard bytes.count >= 4 else { return output }
        let size = Int(bytes[0]) << 8 | Int(bytes[1])
        guard bytes.count >= size else { return output }
        if size >= 4 {
            output.append(
                .sample(
                    MediaSample(
                        bytes.prefix(size), presentationTime: time, decodeTime: time,
                        duration: Self.duration(of: bytes))))
        }
        bytes = []
        return output
    }

    /// Forgets an incomplete subtitle.
    mutating func gap() { bytes = [] }

    /// The time of the command that ends the display, in units of 1024/90,000 s.
    private static func duration(of bytes: [UInt8]) -> Int64? {
        let number = { (place: Int) in
            place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : nil
        }
        var (place, next) = (-1, number(2) ?? 0)
        while next > place, let delay = number(next), let following = number(next + 2) {
            if next + 4 < bytes.count, bytes[next + 4] == 2 {
                return Ticks.nanoseconds(Int64(delay) * 1024, timescale: 90_000)
            }
            (place, next) = (next, following)
        }
        return nil
    }
}
