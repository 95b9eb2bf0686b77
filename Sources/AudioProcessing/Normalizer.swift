internal import Glibc

/// Brings sound of unknown loudness to a target while it plays.
///
/// It measures what enters and what leaves. The gain is what the sound so far needs, and a part of what it has
/// lacked so far. It changes at up to 2 dB a second, and faster in the first seconds of an item. It delays nothing.
struct Normalizer: Sendable {
    /// The gains in dB that it uses.
    static let range = -40.0...30.0
    /// The part of what the sound so far has lacked that is added, and its limit in dB: less than the 10 LU below its
    /// mean at which sound no longer counts, and could not make up for what was too loud.
    private static let `return` = 12.0
    private static let mostReturn = 8.0
    /// The loudness above the target in LU that the last 3 s may have, and how much more the last 400 ms.
    private static let room = 1.5
    private static let momentaryRoom = 3.0
    /// Sound below this loudness in LUFS does not change the gain.
    private static let silence = -60.0

    private let rate: Int
    private let channels: Int
    private let makeMeter: MakeLoudnessMeter
    private var input: (any LoudnessMeasuring)?
    private var output: (any LoudnessMeasuring)?
    /// What lowers peaks behind the gain, at full volume.
    private var limiter: Limiter
    private var block: [Float] = []
    /// The number of frames of this item that were measured.
    private var measured = 0
    /// The gain in dB.
    private(set) var gain: Double
    private var ramp: Ramp

    init(rate: Int, channels: Int, gain: Double, makeMeter: @escaping MakeLoudnessMeter) {
        (self.rate, self.channels, self.gain, self.makeMeter) = (rate, channels, gain, makeMeter)
        ramp = Ramp(pow(10, gain / 20))
        limiter = Limiter(rate: rate, channels: channels)
        begin()
    }

    /// Another item begins. The gain stays until something is known about it.
    mutating func begin() {
        (input, output) = (makeMeter(rate, channels, false), makeMeter(rate, channels, false))
        block.removeAll(keepingCapacity: true)
        measured = 0
    }

    mutating func process(_ samples: inout MutableSpan<Float>, from first: Int, to end: Int, target: Double) {
        let size = rate / 10 * channels
        var index = first
        while index < end {
            let stop = min(index + size - block.count, end)
            for place in index..<stop { block.append(samples[place]) }
            if block.count == size { measure(target) }
            var frame = index
            while frame < stop {
                let factor = Float(ramp.next())
                for channel in 0..<channels { samples[frame + channel] *= factor }
                frame += channels
            }
            index = stop
        }
    }

    /// Measures 100 ms, and sets the gain of the next.
    private mutating func measure(_ target: Double) {
        defer { block.removeAll(keepingCapacity: true) }
        guard let input, let output else { return }
        input.add(block)
        let factor = Float(ramp.value)
        var heard = block.map { $0 * factor }
        var samples = heard.mutableSpan
        limiter.process(&samples, hasCeiling: true)
        output.add(heard)
        measured += 1
        guard let momentary = input.momentary, momentary > Self.silence, let loudness = input.integrated,
            loudness.isFinite
        else { return }
        var goal = target - loudness
        if measured > 30, let reached = output.integrated, reached.isFinite {
            goal += min(max((target - reached) * Self.return, -Self.mostReturn), Self.mostReturn)
        }
        // What is suddenly louder is lowered before the average knows of it.
        let loudest = max(momentary - Self.momentaryRoom, input.shortTerm ?? -.infinity)
        let ceiling = target + Self.room - loudest
        let most = measured < 10 ? 24.0 : measured < 50 ? 0.6 : 0.2
        let isTooLoud = gain > ceiling
        goal = min(max(min(goal, ceiling), Self.range.lowerBound), Self.range.upperBound)
        // In decibels for 100 ms.
        gain += min(max(goal - gain, isTooLoud ? -max(most, 2) : -most), most)
        ramp.move(to: pow(10, gain / 20), frames: rate / 10)
    }
}
