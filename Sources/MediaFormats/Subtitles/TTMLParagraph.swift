/// The text of a `p` element: runs with their times.
struct TTMLParagraph {
    private struct Run {
        var text: String
        var begin: Int64
        var end: Int64?
        var preservesSpace: Bool

        func isActive(at time: Int64) -> Bool { begin <= time && end.map { $0 > time } ?? true }
    }

    private var runs: [Run] = []

    mutating func add(_ text: String, begin: Int64, end: Int64?, preserves: Bool) {
        guard end.map({ $0 > begin }) ?? true else { return }
        runs.append(Run(text: text, begin: begin, end: end, preservesSpace: preserves))
    }

    /// One cue if all runs have the same times; otherwise one cue for each period with the same displayed
    /// runs.
    ///
    /// - Parameter budget: the remaining number of bytes of text that may be processed for the periods of the
    ///   document.
    func cues(budget: inout Int) -> [TTMLDocument.Cue] {
        guard let first = runs.first else { return [] }
        if runs.allSatisfy({ $0.begin == first.begin && $0.end == first.end }) {
            return cue(first.begin, first.end, runs).map { [$0] } ?? []
        }
        // Overlapping runs would be repeated in each period, so the number of periods is limited.
        let written = runs.filter { !$0.text.allSatisfy(\.isWhitespace) }
        let borders = Set(written.map(\.begin) + written.compactMap(\.end)).sorted()
        let cost = borders.count * runs.reduce(0) { $0 + $1.text.utf8.count + 16 }
        guard cost <= budget else {
            return written.compactMap { cue($0.begin, $0.end, [$0]) }
        }
        budget -= cost
        var cues: [TTMLDocument.Cue] = []
        for (index, begin) in borders.enumerated() {
            let end = index + 1 < borders.count ? borders[index + 1] : nil
            let active = runs.filter { $0.isActive(at: begin) }
            guard active.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }),
                let cue = cue(begin, end, active)
            else { continue }
            if let last = cues.last, last.end == begin, last.text == cue.text {
                cues[cues.count - 1].end = end
            } else {
                cues.append(cue)
            }
        }
        return cues
    }

    private func cue(_ begin: Int64, _ end: Int64?, _ runs: [Run]) -> TTMLDocument.Cue? {
        var text = ""
        var hasSpace = false
        for run in runs {
            if run.preservesSpace {
                // A pending space at the end of a line is dropped.
                if hasSpace, !text.isEmpty, !run.text.hasPrefix("\n") { text += " " }
                hasSpace = false
                text += run.text
                continue
            }
            // White space is collapsed, and removed at the ends of a line (TTML2, section 8.2.11).
            for scalar in run.text.unicodeScalars {
                if scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" {
                    hasSpace = true
                } else {
                    if hasSpace, let last = text.unicodeScalars.last, last != "\n" { text += " " }
                    hasSpace = false
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        let trimmed = text.drop { $0 == "\n" }
        let lines = trimmed.prefix(
            upTo: trimmed.lastIndex { $0 != "\n" }.map(trimmed.index(after:)) ?? trimmed.startIndex)
        return lines.isEmpty ? nil : TTMLDocument.Cue(begin: begin, end: end, text: String(lines))
    }
}
