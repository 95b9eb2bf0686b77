internal import Glibc

/// How the level of an item is changed before all effects.
package struct ItemLevel: Sendable, Equatable {
    /// The factor of its samples.
    package var factor: Double
    /// The loudness in LUFS to which it is brought by measuring it; nil if it is not measured.
    package var target: Double?

    package init(factor: Double = 1, target: Double? = nil) { (self.factor, self.target) = (factor, target) }

    /// The level that brings an item of known loudness in LUFS to a target. Peaks are left to the limiter.
    package init(from loudness: Double, to target: Double) {
        let gain = min(max(target - loudness, Normalizer.range.lowerBound), Normalizer.range.upperBound)
        self.init(factor: .amplitude(ofDecibels: gain))
    }

    var isNeutral: Bool { factor == 1 && target == nil }
}

extension Double {
    /// The factor of a gain in dB.
    package static func amplitude(ofDecibels gain: Double) -> Double { pow(10, gain / 20) }
}

/// The level of each item. It changes exactly at the sample where the next item begins.
struct ItemGain: Sendable {
    /// From a time on, in seconds, this level holds.
    struct Change: Sendable {
        var time: Double
        var level: ItemLevel
        var isNewItem: Bool
    }

    private let rate: Int
    private let channels: Int
    private let makeMeter: MakeLoudnessMeter
    private(set) var changes: [Change] = []
    private(set) var level = ItemLevel()
    private var factor = Ramp(1)
    private var normalizer: Normalizer?

    init(rate: Int, channels: Int, makeMeter: @escaping MakeLoudnessMeter) {
        (self.rate, self.channels, self.makeMeter) = (rate, channels, makeMeter)
    }

    var isNeutral: Bool { changes.isEmpty && level.isNeutral && factor.isSettled && factor.value == 1 }

    /// Whether samples may become louder.
    var raises: Bool { level.target != nil || factor.value > 1 || factor.target > 1 }

    mutating func schedule(_ change: Change) { changes.append(change) }

    /// Forgets what was scheduled. The level of the item holds.
    mutating func restart() {
        changes = []
        factor.jump()
    }

    mutating func process(_ samples: inout MutableSpan<Float>, at start: Double) {
        let frames = samples.count / channels
        var done = 0
        while done < frames {
            while let next = changes.first, frame(of: next, start) <= done {
                changes.removeFirst()
                take(next)
            }
            let end = min(changes.first.map { frame(of: $0, start) } ?? frames, frames)
            apply(&samples, from: done * channels, to: end * channels)
            done = end
        }
    }

    private func frame(of change: Change, _ start: Double) -> Int {
        Int(min(max((change.time - start) * Double(rate), 0), 1e9).rounded())
    }

    private mutating func take(_ change: Change) {
        level = change.level
        factor.move(to: level.factor, frames: change.isNewItem ? 0 : rate / 100)
        if level.target == nil {
            // What it has learned holds for the next item that is measured.
            return
        }
        if normalizer == nil {
            normalizer = Normalizer(rate: rate, channels: channels, gain: 0, makeMeter: makeMeter)
        } else if change.isNewItem {
            normalizer?.begin()
        }
    }

    private mutating func apply(_ samples: inout MutableSpan<Float>, from first: Int, to end: Int) {
        if !(factor.isSettled && factor.value == 1) {
            var frame = first
            while frame < end {
                let gain = Float(factor.next())
                for channel in 0..<channels { samples[frame + channel] *= gain }
                frame += channels
            }
        }
        if let target = level.target { normalizer?.process(&samples, from: first, to: end, target: target) }
    }
}
