import StreamValidation

extension ValidationReport {
    /// The report for a comment on a pull request.
    var markdown: String {
        var text = "### \(uri.cell)\n\n"
        if findings.isEmpty {
            text += "No violation of \(ruleCount) rules.\n"
        } else {
            text += "| requirement | rule | place | violation |\n|---|---|---|---|\n"
            for finding in findings {
                let more = finding.count > 1 ? " (\(finding.count) times)" : ""
                text +=
                    "| \(finding.requirement.rawValue) | `\(finding.rule)` | \(finding.place.cell) | \(finding.message.cell)\(more) |\n"
            }
        }
        guard !streams.isEmpty else { return text }
        text +=
            "\n| stream | codecs | size | peak | mean | declared | duration |\n|---|---|---|---|---|---|---|\n"
        for stream in streams {
            let size = stream.width.flatMap { width in stream.height.map { "\(width)x\($0)" } } ?? ""
            let duration = Duration.seconds(stream.segments.reduce(0) { $0 + $1.duration }).clock
            let rates = [
                stream.peakBitrate, stream.averageBitrate, stream.declaredBandwidth.map(Double.init),
            ].map { rate in
                rate.map { "\(Int(($0 / 1000).rounded())) kbit/s" } ?? ""
            }
            text +=
                "| \(stream.name.cell) | \(stream.codecs.joined(separator: ", ")) | \(size) | \(rates.joined(separator: " | ")) | \(duration) |\n"
        }
        return text
    }
}

extension String {
    /// The text in a cell of a Markdown table.
    fileprivate var cell: String {
        replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
    }
}
