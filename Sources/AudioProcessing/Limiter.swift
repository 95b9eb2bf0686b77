internal import Glibc

/// Keeps samples below a ceiling. It reduces all channels alike, at the sample that is too loud, and delays
/// nothing.
struct Limiter: Sendable {
    /// The maximum amplitude, -1 dBFS.
    static let ceiling = pow(10, -1.0 / 20)
    /// The time constant of the return to no reduction, in seconds.
    private static let release = 0.1

    private let channels: Int
    private let part: Double
    private(set) var gain = 1.0

    init(rate: Int, channels: Int) {
        self.channels = channels
        part = 1 - exp(-1 / (Self.release * Double(rate)))
    }

    mutating func restart() { gain = 1 }

    /// Without a ceiling the last reduction ends.
    mutating func process(_ samples: inout MutableSpan<Float>, hasCeiling: Bool) {
        var frame = 0
        while frame + channels <= samples.count {
            var peak: Float = 0
            for channel in 0..<channels { peak = max(peak, abs(samples[frame + channel])) }
            gain += (1 - gain) * part
            if hasCeiling, Double(peak) * gain > Self.ceiling { gain = Self.ceiling / Double(peak) }
            if gain < 0.9999 {
                for channel in 0..<channels { samples[frame + channel] *= Float(gain) }
            }
            frame += channels
        }
    }
}
