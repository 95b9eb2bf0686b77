/// Computes the times of video access units in nanoseconds: from timestamps, or extrapolated by the frame
/// duration.
struct VideoClock: Sendable {
    private(set) var presentation: Int64 = 0
    private(set) var decode: Int64 = 0
    /// Whether the times come from a timestamp of the container.
    private(set) var isStamped = false
    private var isSet = false
    /// The last decoding timestamp, and the number of access units since.
    private var told: Int64?
    private var count: Int64 = 0
    private var learned: Int64?

    private static let longest: Int64 = 10_000_000_000
    /// The default frame duration, for 25 frames per second.
    private static let assumed: Int64 = 40_000_000

    /// Begins the next access unit.
    mutating func begin(_ stamp: TimestampMarks.Stamp?, fallback: Int64, frameDuration: Int64?) {
        count += 1
        isStamped = stamp != nil
        if let stamp {
            presentation = Ticks.nanoseconds(stamp.presentation, timescale: 90_000)
            decode = Ticks.nanoseconds(stamp.decode, timescale: 90_000)
            if let told {
                let difference = decode &- told
                if difference > 0, difference <= Self.longest { learned = difference / count }
            }
            (told, count) = (decode, 0)
        } else if isSet {
            let duration = learned ?? frameDuration ?? Self.assumed
            decode = decode &+ duration
            presentation = presentation &+ duration
        } else {
            decode = Ticks.nanoseconds(fallback, timescale: 90_000)
            presentation = decode
        }
        isSet = true
    }

    /// Notes that access units may be missing, so that the next time difference is not taken as a duration.
    mutating func forgetRun() { told = nil }
}
