import Foundation
import PlayheadTesting
import Testing

/// What sound says, and how it is read where it has suffered.
struct SoundCodeTests {
    static let codes = [
        SoundCode(item: 0, track: 0), SoundCode(item: 3, track: 1), SoundCode(item: 255, track: 7),
    ]

    /// The blocks that are heard in some samples, as if they began with their medium.
    private func blocks(_ samples: [Float], rate: Int = 48_000, from start: Int = 0) -> [SpokenBlock] {
        var meter = ToneMeter(sampleRate: rate)
        // In parts, as they come.
        for part in stride(from: 0, to: samples.count, by: 960) {
            meter.append(Array(samples[part..<min(part + 960, samples.count)]))
        }
        return SpokenBlock.blocks(in: meter.runs) { Double(start) + Double($0) / 50 }
    }

    private func sound(_ code: SoundCode, rate: Int = 48_000, from block: Int = 0, blocks: Int) -> [Float] {
        var generator = ToneGenerator(code, sampleRate: rate, from: block * rate / 20)
        return generator.samples(blocks * rate / 20)
    }

    @Test(arguments: codes) func `a code word decodes to its item, track and number`(code: SoundCode) {
        for word in [0, 1, 2, 500, 8191] {
            let tones = code.tones(ofWord: word)
            let found = SoundCode.word(of: tones[...])
            #expect(found?.code == code && found?.word == word)
            #expect(tones.allSatisfy { (0..<SoundCode.tones).contains($0) })
        }
    }

    @Test(arguments: codes) func `consecutive blocks have different tones`(code: SoundCode) {
        let tones = (-1..<5000).map { code.tone(ofBlock: $0) }
        #expect(zip(tones.dropFirst(), tones.dropFirst(2)).allSatisfy { $0 != $1 })
    }

    @Test func `a wrong tone is detected`() {
        for code in Self.codes {
            let tones = code.tones(ofWord: 12)
            for place in tones.indices {
                for tone in 0..<SoundCode.tones where tone != tones[place] {
                    var wrong = tones
                    wrong[place] = tone
                    let found = SoundCode.word(of: wrong[...])
                    #expect(found == nil || found?.code != code || found?.word != 12)
                }
            }
        }
    }

    @Test(arguments: codes, [44_100, 48_000])
    func `blocks are found at their starts`(code: SoundCode, rate: Int) {
        let found = blocks(sound(code, rate: rate, blocks: 60), rate: rate)
        #expect(found.count == 60 && found.allSatisfy { $0.code == code })
        #expect(found.map(\.number) == Array(0..<60))
        let length =
            ToneMeter(sampleRate: rate).sample(ofHop: 1) - ToneMeter(sampleRate: rate).sample(ofHop: 0)
        for block in found.dropFirst() {
            let time = (block.beginning ?? 0) * Double(length) / Double(rate) * 1000
            #expect(abs(time - 50 * Double(block.number)) < 2)
        }
    }

    @Test func `blocks after the period of the code have their own numbers`() {
        let first = SoundCode.period + 4
        let found = blocks(sound(Self.codes[1], from: first, blocks: 40), from: first)
        #expect(found.map(\.number) == Array(first..<first + 40))
    }

    @Test func `blocks before the start have numbers too`() {
        var generator = ToneGenerator(Self.codes[0], sampleRate: 48_000, from: -1920)
        let found = blocks(generator.samples(48_000))
        #expect(found.first?.number == -1 && found.dropFirst().first?.number == 0)
        #expect(abs((found.dropFirst().first?.beginning ?? 0) - 40) < 2)
    }

    @Test func `a sound code is read through noise`() {
        var random = RandomSource(5)
        let noisy = sound(Self.codes[1], blocks: 60).map {
            $0 + Float.random(in: -0.08...0.08, using: &random)
        }
        let found = blocks(noisy)
        #expect(found.map(\.number) == Array(0..<60))
        for block in found.dropFirst() {
            #expect(abs((block.beginning ?? 0) - 50 * Double(block.number)) < 4)
        }
    }

    @Test(arguments: [0.02, 0.25, 1.9])
    func `a sound code is read at a volume of 0.25 and 1.9, and is silence at 0.02`(volume: Float) {
        let changed = sound(Self.codes[1], blocks: 30).map { min(max($0 * volume, -1), 1) }
        // What is so soft is silence.
        #expect(blocks(changed).map(\.number) == (volume < 0.1 ? [] : Array(0..<30)))
    }

    @Test(arguments: Array(stride(from: 500, to: 560, by: 7)))
    func `a silence of 20 ms is found`(start: Int) {
        var samples = sound(Self.codes[1], blocks: 30)
        for index in start * 48..<(start + 20) * 48 { samples[index] = 0 }
        var meter = ToneMeter(sampleRate: 48_000)
        meter.append(samples)
        let silent = meter.runs.filter { $0.tone == nil }
        #expect(silent.count == 1)
        if let hops = silent.first?.hops {
            #expect(abs(hops.lowerBound - start) <= 1 && abs(hops.upperBound - start - 20) <= 1)
        }
        #expect(blocks(samples).map(\.number) == Array(0..<30))
    }

    @Test func `audio without a code is not read`() {
        var random = RandomSource(9)
        #expect(blocks((0..<96_000).map { _ in Float.random(in: -0.5...0.5, using: &random) }).isEmpty)
        #expect(blocks([Float](repeating: 0, count: 96_000)).isEmpty && blocks([]).isEmpty)
        #expect(blocks((0..<96_000).map { Float(0.5 * sin(Double($0) * 0.1)) }).isEmpty)
    }
}
