import Playhead
import PlayheadCompare
import QualityReport

extension ReportPage.Input {
    /// A comparison.
    ///
    /// - Parameters:
    ///   - worst: the least similar pairs of pictures.
    ///   - command: the words that repeat it.
    init(_ report: ComparisonReport, _ worst: [WorstPairs.Pair], command words: [String]) {
        let isEqual = report.result == .equal
        self.init(
            name: "\(report.a.input) and \(report.b.input)", severity: isEqual ? .passed : .error,
            verdict: isEqual ? "equal" : "different")
        command = words.map(\.shellQuoted).joined(separator: " ")
        facts = [("A", report.a.summary), ("B", report.b.summary), ("comparison", report.mode.rawValue)]
        if let shift = report.shift, shift != 0 { facts.append(("B begins", "\(shift) s into A")) }
        findings = report.findings.map { finding in
            var made = ReportPage.Finding(.error, finding.kind.rawValue, finding.text)
            made.times = finding.start.map { [$0] } ?? []
            made.details = finding.detail.map { [$0] } ?? []
            return made
        }
        findings += (report.expectations ?? []).map { expectation in
            let found =
                expectation.found.map { "found \(($0 * 10_000).rounded() / 10_000)" } ?? "nothing to measure"
            return ReportPage.Finding(expectation.passed ? .passed : .error, expectation.text, found)
        }
        if let line = report.timeline(worst) { timelines = [line] }
    }
}

extension ComparisonReport.Side {
    fileprivate var summary: String { "\(input), Playhead \(version), GStreamer \(gstreamer)" }
}

extension ComparisonReport {
    /// The similarity over time, with the ranges of the findings; nil without a range of time.
    fileprivate func timeline(_ worst: [WorstPairs.Pair]) -> ReportPage.Timeline? {
        let times = (pictures ?? []).map(\.time) + (sound ?? []).map(\.time)
        let end = (times + findings.compactMap { $0.end ?? $0.start }).max() ?? 0
        guard end > 0 else { return nil }
        var line = ReportPage.Timeline(title: "Media time of A", duration: end)
        line.lanes = [
            ReportPage.Lane(
                name: "differences",
                spans: findings.compactMap { finding in
                    finding.start.map { .init($0, finding.end ?? end, finding.text, .error) }
                })
        ]
        if let pictures, pictures.count > 1 {
            var similarity = ReportPage.Curve(
                name: "SSIM", unit: "1 is equal", points: pictures.map { ($0.time, $0.ssim) })
            similarity.range = 0...1
            let noise = ReportPage.Curve(
                name: "PSNR", unit: "dB", points: pictures.map { ($0.time, $0.psnr) })
            line.curves += [similarity, noise]
        }
        if let sound, sound.count > 1 {
            let delays = sound.compactMap { point in point.late.map { (time: point.time, value: $0 * 1000) } }
            var delay = ReportPage.Curve(name: "delay of sound", unit: "ms", points: delays)
            let most = max(50, delays.map { abs($0.value) }.max() ?? 0)
            delay.range = -most...most
            line.curves.append(delay)
            var correlation = ReportPage.Curve(
                name: "correlation of sound", unit: "1 is equal",
                points: sound.map { ($0.time, $0.correlation) })
            correlation.range = 0...1
            line.curves.append(correlation)
        }
        line.figures = worst.compactMap { pair in
            let picture = PairPictures.picture(pair.a, pair.b)
            guard let jpeg = try? picture.encoded(as: .jpeg(quality: 75)) else { return nil }
            let similarity = (pair.similarity.ssim * 1000).rounded() / 1000
            return ReportPage.Figure(
                time: pair.a.time, jpeg: jpeg,
                caption: "A, B, and four times their difference; SSIM \(similarity)")
        }
        return line
    }
}
