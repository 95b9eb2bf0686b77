/// The sound of a side in one array. Holes are silence.
package struct SoundTrack: Sendable {
    package private(set) var sampleRate = MediumMeasurement.sampleRate
    /// The media time of the first sample in seconds.
    private(set) var start = 0.0
    private(set) var samples: [Int16] = []
    /// The media times for which there is sound.
    private(set) var ranges: [Range<Double>] = []

    /// A smaller distance between two blocks is a rounding error.
    private static let rounding = 0.002
    /// The longest hole that is filled.
    private static let longestHole = 3600.0

    package init() {}

    package var isEmpty: Bool { samples.isEmpty }
    var end: Double { start + Double(samples.count) / Double(sampleRate) }

    package mutating func append(_ block: SoundBlock) {
        if samples.isEmpty { (start, sampleRate) = (block.time, block.sampleRate) }
        let hole = block.time - end
        if hole > Self.rounding, hole < Self.longestHole {
            samples += [Int16](repeating: 0, count: Int((hole * Double(sampleRate)).rounded()))
        }
        let begin = end
        samples += block.samples
        if let last = ranges.last, begin - last.upperBound <= Self.rounding {
            ranges[ranges.count - 1] = last.lowerBound..<end
        } else {
            ranges.append(begin..<end)
        }
    }

    /// The index of the sample at a media time, which may lie outside.
    func index(at time: Double) -> Int { Int(((time - start) * Double(sampleRate)).rounded()) }

    /// The root mean square in each 20 ms, as a logarithm.
    var envelope: [Float] {
        let size = sampleRate / 50
        return stride(from: 0, to: samples.count - size + 1, by: size).map { start in
            var sum = 0
            for index in start..<start + size { sum &+= Int(samples[index]) &* Int(samples[index]) }
            return (Float(sum) / Float(size) + 100).squareRoot().logarithm
        }
    }
}
