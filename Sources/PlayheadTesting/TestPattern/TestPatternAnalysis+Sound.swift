extension TestPatternAnalysis {
    /// The maximum silence that a codec adds at the beginning and the end.
    private static let padding: Duration = .milliseconds(100)
    /// The maximum duration of unreadable audio, for example after a jump into a word.
    private static let unreadable: Duration = .milliseconds(1000)
    private static let shortestGap: Duration = .milliseconds(10)

    func soundFindings(isComplete: Bool) -> [TestPatternFinding] {
        passages.flatMap { silences(in: $0) + unreadable(in: $0) } + gaps
            + (isComplete ? missingSound : [])
    }

    private func silences(in passage: Passage) -> [TestPatternFinding] {
        passage.runs.indices.compactMap { index in
            let run = passage.runs[index]
            guard run.tone == nil else { return nil }
            let start = passage.sound.mediaTime(ofHop: Double(run.hops.lowerBound))
            let end = passage.sound.mediaTime(ofHop: Double(run.hops.upperBound))
            let isAtEdge = index == 0 || index == passage.runs.count - 1
            return isAtEdge && end - start < Self.padding ? nil : .silence(from: start, to: end)
        }
    }

    /// Gaps in the audio without a jump.
    private var gaps: [TestPatternFinding] {
        zip(passages, passages.dropFirst()).compactMap { one, next in
            guard !next.sound.isLanding, next.sound.start - one.sound.end >= Self.shortestGap else {
                return nil
            }
            return .silence(from: one.sound.end, to: next.sound.start)
        }
    }

    private func unreadable(in passage: Passage) -> [TestPatternFinding] {
        let read = passage.blocks.map(\.hops) + passage.runs.filter { $0.tone == nil }.map(\.hops)
        var findings: [TestPatternFinding] = []
        var position = 0
        for hops in read.sorted(by: { $0.lowerBound < $1.lowerBound })
            + [passage.sound.hops..<passage.sound.hops]
        {
            let start = passage.sound.mediaTime(ofHop: Double(position))
            let end = passage.sound.mediaTime(ofHop: Double(hops.lowerBound))
            if end - start > Self.unreadable { findings.append(.unreadableSound(from: start, to: end)) }
            position = max(position, hops.upperBound)
        }
        return findings
    }

    /// Findings for missing audio at the beginning and the end of media.
    private var missingSound: [TestPatternFinding] {
        media.values.sorted { $0.item < $1.item }.filter { !$0.audio.isEmpty }
            .flatMap { medium -> [TestPatternFinding] in
                let length = medium.trueLength
                guard let heard = extent(ofItem: medium.item) else {
                    return [.silence(from: .zero, to: length)]
                }
                var findings: [TestPatternFinding] = []
                if heard.lowerBound > Self.padding {
                    findings.append(.silence(from: .zero, to: heard.lowerBound))
                }
                if length - heard.upperBound > Self.padding {
                    findings.append(.silence(from: heard.upperBound, to: length))
                }
                return findings
            }
    }

    /// The presented audio range of an item, in media time.
    private func extent(ofItem item: Int) -> ClosedRange<Duration>? {
        let ends = passages.flatMap { passage in
            passage.blocks.filter { $0.code.item == item }.flatMap { block in
                [block.hops.lowerBound, block.hops.upperBound].map {
                    passage.sound.mediaTime(ofHop: Double($0))
                }
            }
        }
        return ends.min().flatMap { first in ends.max().map { first...$0 } }
    }
}
