internal import Glibc

/// Raises quiet sound and lowers loud sound, so that speech is understood at a low volume.
struct Compressor: Sendable {
    /// Above this level in dB the ratio applies to all that is more.
    private static let threshold = -30.0
    private static let ratio = 4.0
    /// The gain of sound below the threshold in dB.
    private static let makeup = 9.0
    /// The time constants in seconds for sound that becomes louder, and quieter.
    private static let attack = 0.005
    private static let release = 0.3
    /// The number of frames for which the gain is computed once.
    private static let step = 16

    private let channels: Int
    private let attackPart: Double
    private let releasePart: Double
    private let rate: Int
    private var amount: Ramp
    private var power = 0.0
    private var gain = 1.0

    init(rate: Int, channels: Int, isOn: Bool) {
        (self.rate, self.channels) = (rate, channels)
        attackPart = 1 - exp(-1 / (Self.attack * Double(rate)))
        releasePart = 1 - exp(-1 / (Self.release * Double(rate)))
        amount = Ramp(isOn ? 1 : 0)
    }

    var isOff: Bool { amount.isSettled && amount.value == 0 }

    mutating func set(_ isOn: Bool) {
        guard amount.target != (isOn ? 1 : 0) else { return }
        if isOff { (power, gain) = (0, 1) }
        amount.move(to: isOn ? 1 : 0, frames: rate / 20)
    }

    mutating func restart() {
        amount.jump()
        (power, gain) = (0, 1)
    }

    mutating func process(_ samples: inout MutableSpan<Float>) {
        let frames = samples.count / channels
        var start = 0
        while start < frames {
            let end = min(start + Self.step, frames)
            for frame in start..<end {
                var loudest = 0.0
                for channel in 0..<channels {
                    let sample = Double(samples[frame * channels + channel])
                    loudest = max(loudest, sample * sample)
                }
                power += (loudest - power) * (loudest > power ? attackPart : releasePart)
                _ = amount.next()
            }
            let level = 10 * log10(max(power, 1e-9))
            let over = max(level - Self.threshold, 0)
            let goal = pow(10, (Self.makeup - over * (1 - 1 / Self.ratio)) * amount.value / 20)
            let slope = (goal - gain) / Double(end - start)
            for frame in start..<end {
                gain += slope
                for channel in 0..<channels { samples[frame * channels + channel] *= Float(gain) }
            }
            start = end
        }
    }
}
