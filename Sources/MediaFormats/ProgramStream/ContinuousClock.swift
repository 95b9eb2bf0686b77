/// Puts the timestamps of a program stream on one continuous timeline, in the order of their packets.
///
/// The scanner and the demuxer use the same clock. So a reader from any place makes the times of a reader from
/// the start.
struct ContinuousClock: Sendable {
    private(set) var timeline = Timeline()
    private(set) var adjuster: TimestampAdjuster
    /// The last decoding time on the continuous timeline, in ticks of 90 kHz.
    private(set) var last: Int64?

    /// Continues after a time in ticks of 90 kHz, unwrapped but not adjusted.
    init(after ticks: Int64? = nil, adjuster: TimestampAdjuster = TimestampAdjuster()) {
        timeline.last = ticks
        self.adjuster = adjuster
    }

    /// Takes the first time as one after the beginning of the stream.
    mutating func begin(at raw: Int64, after origin: Int64) {
        if timeline.last == nil { timeline.continue(at: raw, after: origin) }
    }

    /// The continuous times of a packet by its times with 33 bits. A stream of rare packets does not show where
    /// times begin anew.
    mutating func stamp(
        presentation: Int64, decode: Int64, stream: Int, isRare: Bool
    ) -> TimestampMarks.Stamp {
        let ticks = timeline.unwrap(decode)
        let time = Ticks.nanoseconds(ticks, timescale: 90_000)
        let offset =
            isRare
            ? adjuster.offset(ofRare: time) : adjuster.offset(stream: stream, decode: time, duration: nil)
        let adjusted = ticks &+ Self.ticks(offset)
        if !isRare { last = adjusted }
        return TimestampMarks.Stamp(
            presentation: adjusted &+ Timeline.difference(presentation, decode), decode: adjusted)
    }

    private static func ticks(_ nanoseconds: Int64) -> Int64 {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return whole &* 90_000 &+ (rest * 9 + (rest < 0 ? -50_000 : 50_000)) / 100_000
    }
}
