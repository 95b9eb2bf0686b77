internal import PlayheadCheck

/// The courses and findings of a perceptual comparison.
package struct PerceptualResult {
    /// The pairs of pictures and the windows of sound for a report.
    package let pictures: [ComparisonReport.PicturePoint]
    package let sound: [ComparisonReport.SoundPoint]
    package let findings: [Finding]
    package let expectations: [ComparisonReport.Expectation]
    /// The shift of the beginning of B, in seconds: times of A are times of B plus it.
    package let shift: Double
    /// The least similar pairs, the least similar one first.
    package let worst: [WorstPairs.Pair]

    /// Whether neither side has anything.
    package var isEmpty: Bool { pictures.isEmpty && sound.isEmpty && findings.isEmpty }

    init(
        pass: PicturePass, map: TimeMap, sound: SoundComparison?, _ soundA: SoundTrack, _ soundB: SoundTrack,
        _ thresholds: Thresholds, shape: Finding?
    ) {
        let points = sound?.points() ?? []
        let heard = sound.map { SoundFindings(points, $0, thresholds) }
        let measured = heard?.measured ?? []
        let limit = thresholds.limit(of: .missing) ?? .infinity
        let seen = PictureFindings(pass, map, thresholds).all
        let presence = Self.presence(pass, map, soundA, soundB, limit, besides: seen)
        let all = [shape].compactMap { $0 } + seen + presence + (heard?.all ?? [])
        findings = all.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
        pictures = pass.pairs.map { .init(time: $0.time, timeB: $0.timeB, similarity: $0.similarity) }
        self.sound = points.map { .init($0) }
        shift = map.firstShift
        worst = pass.worst.pairs
        func length(_ kinds: Finding.Kind...) -> Double {
            all.filter { kinds.contains($0.kind) }.reduce(0) { sum, finding in
                let end = finding.end ?? max(pass.a.course.end, soundA.isEmpty ? 0 : soundA.end)
                return sum + max(end - (finding.start ?? 0), 0)
            }
        }
        expectations = thresholds.all.map { threshold in
            let found: Double? =
                switch threshold.metric {
                case .ssim: pass.pairs.map(\.similarity.ssim).min()
                case .psnr: pass.pairs.map(\.similarity.psnr).min()
                case .correlation: measured.map(\.correlation).min()
                case .offset: abs(map.firstShift)
                case .skew:
                    all.filter { $0.kind == .offset }.compactMap { $0.value.map { abs($0) / 1000 } }.max()
                        ?? Self.steadiest(measured)
                case .level: measured.map { abs($0.level) }.sorted().dropLast().last
                case .missing: length(.missing, .extra)
                case .black: length(.black)
                case .frozen: length(.frozen)
                case .silent: length(.silent)
                }
            return ComparisonReport.Expectation(
                text: threshold.text, found: found,
                passed: found.map { threshold.comparison.holds(for: $0, in: threshold.metric.unit) } ?? true)
        }
    }

    /// The greatest delay of windows that are surely alike, except single ones.
    private static func steadiest(_ points: [SoundPoint]) -> Double? {
        let delays = points.filter { $0.correlation >= 0.9 }.compactMap { $0.late.map(abs) }.sorted()
        return delays.count > 1 ? delays[delays.count - 2] : delays.first
    }

    /// Sound, or pictures, that one side lacks.
    private static func presence(
        _ pass: PicturePass, _ map: TimeMap, _ a: SoundTrack, _ b: SoundTrack, _ limit: Double,
        besides seen: [Finding]
    ) -> [Finding] {
        var findings: [Finding] = []
        if a.isEmpty != b.isEmpty {
            findings.append(
                Finding(
                    a.isEmpty ? .extra : .missing, side: "B", start: a.isEmpty ? b.start : a.start,
                    end: a.isEmpty ? b.end : a.end, text: "only \(a.isEmpty ? "B" : "A") has sound"))
        }
        guard !a.isEmpty, !b.isEmpty else { return findings }
        func isSeen(_ range: Range<Double>, _ kind: Finding.Kind) -> Bool {
            seen.contains { finding in
                guard finding.kind == kind, let start = finding.start, let end = finding.end else {
                    return false
                }
                return min(end, range.upperBound) - max(start, range.lowerBound)
                    > (range.upperBound - range.lowerBound) * 0.6
            }
        }
        for range in SoundPresence.missing(a, b, map)
        where range.upperBound - range.lowerBound > limit && !isSeen(range, .missing) {
            findings.append(
                Finding(
                    .missing, side: "B", start: range.lowerBound, end: range.upperBound,
                    text: "B lacks sound " + Finding.words(range.lowerBound, range.upperBound)))
        }
        for range in SoundPresence.extra(a, b, map)
        where range.upperBound - range.lowerBound > limit && !isSeen(range, .extra) {
            findings.append(
                Finding(
                    .extra, side: "B", start: range.lowerBound, end: range.upperBound,
                    text: "B has more sound " + Finding.words(range.lowerBound, range.upperBound)))
        }
        return findings
    }
}
