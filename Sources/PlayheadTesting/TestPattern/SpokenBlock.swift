/// A block of a ``SoundCode`` as it was found in some sound.
package struct SpokenBlock: Sendable, Hashable {
    package var code: SoundCode
    /// Which block it is; negative before the first one.
    package var number: Int
    /// The hops that it covers.
    package var hops: Range<Int>
    /// Where it begins exactly: at the end of the block before; nil when that was not heard.
    package var beginning: Double?
}

extension SpokenBlock {
    /// How far apart two blocks may be that follow each other, in hops: for so long they may be silent.
    private static let gap = 45
    /// For how long a codec may blend them.
    private static let blend = 9

    /// The blocks that can be told from runs of tones; `expected` is about where on its timeline a hop stands, in blocks.
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
        // What is no whole word is told by what it follows or comes before.
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

    /// Which block some tones begin with that come a while after another block: what at least four of them agree on.
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

    /// Tones alone, those that silence has cut in two made whole: two blocks that follow each other are never alike.
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
