/// A range of audio with one tone, or of silence.
package struct ToneRun: Sendable, Hashable {
    /// The number of the tone in ``SoundCode``; nil for silence.
    package var tone: Int?
    /// The hops that the run covers.
    package var hops: Range<Int>
}

extension ToneMeter {
    /// The maximum power of silence relative to its surroundings.
    private static let silence: Float = 0.15
    /// The maximum deviation from the frequency of a tone, in hertz.
    private static let tolerance = 65.0
    /// The minimum duration of a tone in hops. A codec may blend consecutive tones.
    private static let shortest = 8
    private static let shortestSilence = 10

    /// The tones and silences in order. Other audio is omitted.
    package var runs: [ToneRun] {
        guard count > 0 else { return [] }
        let powers = (0..<count).map { power(ofHop: $0) }
        let usual = powers.sorted()[count / 2]
        let threshold = max(usual, 0.01) * Self.silence
        return Self.joined(
            spans { powers[$0] < threshold ? -1 : tone(around: $0) }
                .filter { $0.hops.count >= ($0.tone == nil ? Self.shortestSilence : Self.shortest) })
    }

    private func tone(around hop: Int) -> Int? {
        guard let frequency = frequency(around: hop) else { return nil }
        let tone = Int(((frequency - SoundCode.frequency(ofTone: 0)) / 150).rounded())
        guard (0..<SoundCode.tones).contains(tone),
            abs(frequency - SoundCode.frequency(ofTone: tone)) <= Self.tolerance
        else { return nil }
        return tone
    }

    /// Runs of consecutive hops of one kind: a tone, or silence (-1).
    private func spans(_ kind: (Int) -> Int?) -> [ToneRun] {
        var runs: [ToneRun] = []
        var (first, current): (Int, Int?) = (0, nil)
        func close(at end: Int) {
            guard let current, first < end else { return }
            runs.append(ToneRun(tone: current < 0 ? nil : current, hops: first..<end))
        }
        for hop in 0..<count {
            let next = kind(hop)
            guard next != current else { continue }
            close(at: hop)
            (first, current) = (hop, next)
        }
        close(at: count)
        return runs
    }

    /// Joins runs that a flaw has split. Consecutive blocks always have different tones.
    private static func joined(_ runs: [ToneRun]) -> [ToneRun] {
        var joined: [ToneRun] = []
        for run in runs {
            guard let last = joined.last, last.tone == run.tone,
                run.hops.lowerBound - last.hops.upperBound < 30
            else {
                joined.append(run)
                continue
            }
            joined[joined.count - 1].hops = last.hops.lowerBound..<run.hops.upperBound
        }
        return joined
    }
}
