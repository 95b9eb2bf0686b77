import PlayheadCompare
import PlayheadSystem

extension ComparisonReport {
    /// The report as lines for people.
    var lines: [String] {
        let style = TextStyle(for: .standardOutput)
        var lines = ["A  \(words(for: a))", "B  \(words(for: b))"]
        for finding in findings {
            lines.append("\(style("differs  ", .red))\(finding.text.printable)")
            lines +=
                finding.detail?.split(separator: "\n").prefix(Self.detailLimit).map { "    \($0)".printable }
                ?? []
        }
        if let shift, abs(shift) >= 0.001 {
            let time = (abs(shift) * 1000).rounded() / 1000
            lines.append("aligned  B begins \(time.jsonNumber) s \(shift > 0 ? "into A" : "before A")")
        }
        for expectation in expectations ?? [] {
            let found =
                expectation.found.map { " (found \((($0 * 10_000).rounded() / 10_000).jsonNumber))" }
                ?? " (nothing to measure)"
            let mark = expectation.passed ? style("ok       ", .green) : style("FAILED   ", .red)
            lines.append(mark + expectation.text.printable + found)
        }
        lines += (files ?? []).map { "written  \($0)".printable }
        switch result {
        case .equal: lines.append(style("equal", .green))
        case .different: lines.append("\(style("different", .red))")
        }
        return lines
    }

    /// The number of lines that are shown of a detail. JSON has all of them.
    private static let detailLimit = 12

    private func words(for side: Side) -> String {
        "\(side.input) (playhead \(side.version), GStreamer \(side.gstreamer))".printable
    }
}
