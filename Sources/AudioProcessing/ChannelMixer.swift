/// The place of a channel among the loudspeakers.
package enum ChannelPlace: Sendable, Equatable {
    case left, right, middle, lowFrequency
}

/// Balance and mono. Changes take effect within 10 ms.
struct ChannelMixer: Sendable {
    private let places: [ChannelPlace]
    private var balance: Ramp
    private var mono: Ramp
    private let step: Int

    init(places: [ChannelPlace], balance: Double, isMono: Bool, step: Int) {
        self.places = places
        self.balance = Ramp(balance)
        mono = Ramp(isMono ? 1 : 0)
        self.step = step
    }

    var isNeutral: Bool {
        places.count < 2
            || balance.isSettled && mono.isSettled && balance.value == 0 && mono.value == 0
    }

    mutating func set(balance value: Double, isMono: Bool) {
        if balance.target != value { balance.move(to: value, frames: step) }
        if mono.target != (isMono ? 1 : 0) { mono.move(to: isMono ? 1 : 0, frames: step) }
    }

    mutating func restart() {
        balance.jump()
        mono.jump()
    }

    /// The mix of all channels goes to the two sides, or to all channels if there are no sides.
    mutating func process(_ samples: inout MutableSpan<Float>) {
        let count = places.count
        let heard = places.count { $0 != .lowFrequency }
        let hasSides = places.contains(.left) && places.contains(.right)
        var frame = 0
        while frame + count <= samples.count {
            let (balance, mono) = (Float(balance.next()), Float(mono.next()))
            var mix: Float = 0
            if mono > 0 {
                for channel in 0..<count where places[channel] != .lowFrequency {
                    mix += samples[frame + channel]
                }
                mix /= Float(max(heard, 1))
            }
            for channel in 0..<count {
                var sample = samples[frame + channel]
                if mono > 0, places[channel] != .lowFrequency {
                    let goal = hasSides && places[channel] == .middle ? 0 : mix
                    sample += (goal - sample) * mono
                }
                switch places[channel] {
                case .left: sample *= min(1, 1 - balance)
                case .right: sample *= min(1, 1 + balance)
                case .middle, .lowFrequency: break
                }
                samples[frame + channel] = sample
            }
            frame += count
        }
    }
}
