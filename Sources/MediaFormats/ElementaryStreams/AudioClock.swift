/// Computes the times of audio frames. It counts samples from the last container time, so that rounding
/// errors do not accumulate.
struct AudioClock: Sendable {
    /// Two ticks of 90 kHz in nanoseconds: the maximum rounding error of a multiplexer.
    private static let tolerance: Int64 = 22_223

    private var anchor: Int64?
    private var samples: Int64 = 0
    private var sampleRate = 0

    init(start: Int64? = nil) { anchor = start }

    /// The end of the last frame in nanoseconds; nil before the first frame.
    var next: Int64? { anchor.map { $0 &+ elapsed(samples) } }

    /// The time and the duration of a frame. `told` is the container time in nanoseconds.
    mutating func advance(
        told: Int64?, fallback: Int64, samples count: Int, sampleRate rate: Int
    ) -> (time: Int64, duration: Int64?) {
        if let told, next.map({ Self.isBeyondTolerance(told, $0) }) ?? true {
            (anchor, samples) = (told, 0)
        } else if anchor == nil {
            (anchor, samples) = (fallback, 0)
        } else if rate != sampleRate {
            (anchor, samples) = (next, 0)
        }
        sampleRate = rate
        let time = next ?? fallback
        guard rate > 0, count > 0 else { return (time, nil) }
        samples += Int64(count)
        return (time, (next ?? time) &- time)
    }

    private static func isBeyondTolerance(_ a: Int64, _ b: Int64) -> Bool {
        let (difference, overflow) = a.subtractingReportingOverflow(b)
        return overflow || difference.magnitude > UInt64(tolerance)
    }

    private func elapsed(_ count: Int64) -> Int64 {
        sampleRate > 0 ? Ticks.nanoseconds(count, timescale: Int64(sampleRate)) : 0
    }
}
