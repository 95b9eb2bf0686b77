internal import Glibc

/// Turns the course of the sound into findings.
struct SoundFindings {
    private let points: [SoundPoint]
    private let comparison: SoundComparison
    private let thresholds: Thresholds

    /// The least number of windows with one delay: similar sound, such as a tone, has any.
    private static let leastWindows = 4
    /// Delays that differ by less are one.
    private static let steady = 0.003

    init(_ points: [SoundPoint], _ comparison: SoundComparison, _ thresholds: Thresholds) {
        self.points = points
        self.comparison = comparison
        self.thresholds = thresholds
    }

    var all: [Finding] {
        silences("B", { $0.isSilentB && !$0.isSilentA }) + silences("A", { $0.isSilentA && !$0.isSilentB })
            + delays + levels + unlike
    }

    /// The windows that compare the same sound.
    var measured: [SoundPoint] {
        points.enumerated().filter { index, point in point.late != nil && !isTransition(index) }.map(
            \.element)
    }

    /// Whether a window is unlike only because something changes in it.
    private func isTransition(_ index: Int) -> Bool {
        guard isUnlike(points[index]) else { return false }
        let first = points[...index].lastIndex { !isUnlike($0) }.map { $0 + 1 } ?? 0
        let end = points[index...].firstIndex { !isUnlike($0) } ?? points.count
        let length = Double(end - first) * SoundComparison.hop
        guard length <= SoundComparison.window + SoundComparison.hop, first > 0, end < points.count else {
            return false
        }
        let (before, after) = (points[first - 1], points[end])
        let isOtherDelay = abs((before.late ?? 0) - (after.late ?? 0)) > Self.steady
        return isOtherDelay || before.late == nil || after.late == nil
            || after.timeB - before.timeB > length + 1
            || abs(after.time - after.timeB - before.time + before.timeB) > 0.001
    }

    private func isUnlike(_ point: SoundPoint) -> Bool {
        guard point.late != nil, !point.isSilentA, !point.isSilentB else { return false }
        return point.correlation < max(thresholds.limit(of: .correlation) ?? 0, 0.5)
    }

    /// Runs of windows with a property, as ranges of indices.
    private func runs(_ holds: (SoundPoint) -> Bool) -> [ClosedRange<Int>] {
        var (runs, start): ([ClosedRange<Int>], Int?) = ([], nil)
        for (index, point) in points.enumerated() {
            if holds(point) {
                start = start ?? index
            } else if let first = start {
                runs.append(first...index - 1)
                start = nil
            }
        }
        if let start { runs.append(start...points.count - 1) }
        return runs
    }

    private func silences(_ side: String, _ holds: (SoundPoint) -> Bool) -> [Finding] {
        runs(holds).map { run in
            let (first, last) = (points[run.lowerBound], points[run.upperBound])
            let silence = comparison.silence(of: side, from: first, to: last)
            let (start, end) = (silence.lowerBound, silence.upperBound)
            return Finding(
                .silent, side: side, start: start, end: end,
                text: "sound silent in \(side) " + Finding.words(start, end))
        }
    }

    // MARK: Delays

    private var delays: [Finding] {
        let limit = thresholds.limit(of: .skew) ?? .infinity
        let known = measured.filter { $0.correlation >= SoundComparison.alike }
        var (findings, group): ([Finding], [Int]) = ([], [])
        func close() {
            if let finding = delay(group, in: known) { findings.append(finding) }
            group = []
        }
        for (index, point) in known.enumerated() {
            guard let late = point.late, abs(late) > limit else {
                close()
                continue
            }
            if let last = group.last, let before = known[last].late, abs(before - late) > 0.005 { close() }
            group.append(index)
        }
        close()
        return findings
    }

    private func delay(_ group: [Int], in known: [SoundPoint]) -> Finding? {
        guard let first = group.first, let last = group.last else { return nil }
        if group.count < Self.leastWindows, known.count > 2 * Self.leastWindows { return nil }
        let half = SoundComparison.window / 2
        let start =
            first > 0 ? comparison.change(from: known[first - 1], to: known[first]) : known[first].time - half
        let end = last + 1 < known.count ? comparison.change(from: known[last], to: known[last + 1]) : nil
        let delays = group.compactMap { known[$0].late }
        let (least, most) = (delays.min { abs($0) < abs($1) } ?? 0, delays.max { abs($0) < abs($1) } ?? 0)
        let middle = delays.sorted()[delays.count / 2]
        let isSteady = abs(most - least) <= Self.steady
        let amount =
            isSteady ? Self.milliseconds(middle) : "\(Self.milliseconds(least)) to \(Self.milliseconds(most))"
        return Finding(
            .offset, side: "B", start: start, end: end, value: (isSteady ? middle : most) * 1000,
            text: "sound \(amount) ms \(middle > 0 ? "late" : "early") " + Finding.words(start, end))
    }

    private static func milliseconds(_ time: Double) -> String { (abs(time) * 1000).rounded(to: 0) }

    // MARK: Volume and content

    private var levels: [Finding] {
        let limit = thresholds.limit(of: .level) ?? .infinity
        return runs { $0.late != nil && $0.correlation >= SoundComparison.alike && abs($0.level) > limit }
            .compactMap {
                run in
                guard run.count > 1 || points.count < 4 else { return nil }
                let level = points[run].map(\.level).sorted()[run.count / 2]
                let (start, end) = extent(of: run)
                return Finding(
                    .level, side: "B", start: start, end: end, value: level,
                    text: "sound \(abs(level).rounded(to: 1)) dB \(level > 0 ? "louder" : "quieter") in B "
                        + Finding.words(start, end))
            }
    }

    private var unlike: [Finding] {
        let limit = thresholds.limit(of: .correlation) ?? -1
        return runs { $0.late != nil && $0.correlation < limit }.compactMap { run in
            guard !run.allSatisfy(isTransition) else { return nil }
            let lowest = points[run].map(\.correlation).min() ?? 0
            let (start, end) = extent(of: run)
            return Finding(
                .sound, start: start, end: end, value: lowest,
                text:
                    "sound differs \(Finding.words(start, end)) (correlation \(lowest.rounded(to: 2)))"
            )
        }
    }

    /// The range of a run: from the middle of its first window to that of its last one, or the ends of the sound.
    private func extent(of run: ClosedRange<Int>) -> (start: Double, end: Double?) {
        let half = SoundComparison.window / 2
        let start = points[run.lowerBound].time - (run.lowerBound == 0 ? half : 0)
        return (start, run.upperBound == points.count - 1 ? nil : points[run.upperBound].time)
    }
}
