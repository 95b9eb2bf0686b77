/// A decoded block of a ``SoundCode``.
package struct SpokenBlock: Sendable, Hashable {
    package var code: SoundCode
    /// The number of the block; negative before the first one.
    package var number: Int
    /// The hops that the block covers.
    package var hops: Range<Int>
    /// The exact beginning, which is the end of the previous block; nil if that block was not presented.
    package var beginning: Double?
}

extension SpokenBlock {
    /// The maximum distance between consecutive blocks, in hops. It permits a short silence.
    private static let gap = 45
    /// The maximum number of hops in which a codec may blend consecutive blocks.
    private static let blend = 9

    /// Decodes the blocks in runs of tones. `expected` returns the approximate number of the block at a hop.
    package static func blocks(in runs: [ToneRun], expected: (Int) -> Double) -> [SpokenBlock] {
        let tones = whole(runs)
        var found = [(code: SoundCode, number: Int)?](repeating: nil, count: tones.count)
        let numbers = tones.compactMap(\.tone)
        for first in tones.indices where numbers[first] == SoundCode.beginning {
            let end = first + SoundCode.blocksPerWord
            guard end <= numbers.count, let (code, word) = SoundCode.word(of: numbers[first..<end]) else {
                continue
            }
            let number = word * SoundCode.blocksPerWord
            let rounds = (expected(tones[first].hops.lowerBound) - Double(number)) / Double(SoundCode.period)
            for place in 0..<SoundCode.blocksPerWord {
                found[first + place] = (code, number + Int(rounds.rounded()) * SoundCode.period + place)
            }
        }
        // Blocks outside complete words are identified by the blocks before and after them.
        for index in tones.indices.dropFirst() where found[index] == nil {
            guard let (code, number) = found[index - 1] else { continue }
            let next =
                follows(tones[index - 1], tones[index])
                ? number + 1
                : resumption(of: code, after: number, at: tones[index - 1].hops, with: tones[index...])
            if let next, code.tone(ofBlock: next) == numbers[index] { found[index] = (code, next) }
        }
        for index in tones.indices.dropLast().reversed() where found[index] == nil {
            guard let (code, number) = found[index + 1], code.tone(ofBlock: number - 1) == numbers[index],
                follows(tones[index], tones[index + 1])
            else { continue }
            found[index] = (code, number - 1)
        }
        return tones.indices.compactMap { index in
            guard let (code, number) = found[index] else { return nil }
            var block = SpokenBlock(code: code, number: number, hops: tones[index].hops)
            if index > 0, let (otherCode, other) = found[index - 1], otherCode == code, other == number - 1,
                follows(tones[index - 1], tones[index])
            {
                let (end, start) = (tones[index - 1].hops.upperBound, tones[index].hops.lowerBound)
                if start - end <= blend { block.beginning = Double(end + start) / 2 }
            }
            return block
        }
    }

    /// The number of the first block after a break, confirmed by four tones.
    private static func resumption(
        of code: SoundCode, after number: Int, at hops: Range<Int>, with tones: ArraySlice<ToneRun>
    ) -> Int? {
        let proof = tones.prefix(4)
        guard proof.count == 4, let first = proof.first else { return nil }
        let distance = Double(first.hops.lowerBound - hops.lowerBound) / hopsPerBlock
        let guess = number + Int(distance.rounded())
        return [guess, guess - 1, guess + 1, guess - 2, guess + 2].first { next in
            next > number && zip(proof, next...).allSatisfy { $0.tone == code.tone(ofBlock: $1) }
        }
    }

    private static let hopsPerBlock = Double(ToneMeter.hopsPerSecond / SoundCode.blocksPerSecond)

    private static func follows(_ first: ToneRun, _ second: ToneRun) -> Bool {
        second.hops.lowerBound - first.hops.upperBound <= gap
    }

    /// The runs with tones. Two runs of one tone with a silence between them are joined, because consecutive
    /// blocks have different tones.
    private static func whole(_ runs: [ToneRun]) -> [ToneRun] {
        var whole: [ToneRun] = []
        for run in runs where run.tone != nil {
            if let last = whole.last, last.tone == run.tone, run.hops.upperBound - last.hops.lowerBound < 60 {
                whole[whole.count - 1].hops = last.hops.lowerBound..<run.hops.upperBound
            } else {
                whole.append(run)
            }
        }
        return whole
    }
}
