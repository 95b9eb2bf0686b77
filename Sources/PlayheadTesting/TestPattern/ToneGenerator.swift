internal import Glibc

/// Generates the audio samples of a track with a continuous phase.
package struct ToneGenerator: Sendable {
    private let code: SoundCode
    private let sampleRate: Int
    private var phase = 0.0
    /// The index of the next sample. Samples before the first one have a tone without a code.
    private var next: Int

    /// Begins with a sample, which may lie before the first one.
    package init(_ code: SoundCode, sampleRate: Int, from first: Int = 0) {
        self.code = code
        self.sampleRate = sampleRate
        next = first
    }

    /// The next samples of one channel, -1 to 1.
    package mutating func samples(_ count: Int) -> [Float] {
        var samples: [Float] = []
        samples.reserveCapacity(count)
        while samples.count < count {
            let block = Int(
                (Double(next * SoundCode.blocksPerSecond) / Double(sampleRate)).rounded(.down))
            // The index of the first sample in the next block.
            let end = ((block + 1) * sampleRate + SoundCode.blocksPerSecond - 1) / SoundCode.blocksPerSecond
            let step =
                2 * Double.pi * SoundCode.frequency(ofTone: code.tone(ofBlock: block)) / Double(sampleRate)
            let length = min(max(end - next, 1), count - samples.count)
            for _ in 0..<length {
                samples.append(Float(SoundCode.amplitude * sin(phase)))
                phase += step
            }
            phase = phase.truncatingRemainder(dividingBy: 2 * Double.pi)
            next += length
        }
        return samples
    }
}
