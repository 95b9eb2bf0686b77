import StreamValidation

/// A report as text for people.
struct ValidationPage {
    var name: String
    var report: ValidationReport
    /// The time that it took, in seconds.
    var time: Double
    var style: TextStyle

    var text: String {
        var lines: [String] = []
        for finding in report.findings {
            let word = finding.requirement.rawValue
            let mark = style(
                word + String(repeating: " ", count: 7 - word.count), finding.requirement.attribute)
            let more = finding.count > 1 ? " (\(finding.count) times)" : ""
            lines.append("\(mark)\(finding.rule)\(more)")
            lines.append("       \(finding.place): \(finding.message)".printable)
        }
        let counts = ValidationRule.Requirement.allCases.map { "\(report.count($0)) \($0.rawValue)" }
        let media = report.segmentCount == 1 ? "1 segment" : "\(report.segmentCount) segments"
        let megabytes = (Double(report.bytes) / 100_000).rounded() / 10
        lines.append(
            "\(name): \(report.findings.isEmpty ? "no violation" : counts.joined(separator: ", ")), \(report.ruleCount) rules, "
                .printable
                + "\(report.streams.count) streams, \(media), \(megabytes) MB in \((time * 10).rounded() / 10) s"
        )
        return lines.joined(separator: "\n")
    }
}

extension ValidationRule.Requirement {
    fileprivate var attribute: TextStyle.Attribute { self == .must ? .red : .yellow }
}

extension ValidationFinding {
    /// The name of the document with the line, and the time.
    var place: String {
        let path = uri.prefix { $0 != "?" }
        let name = path.split(separator: "/").last.map(String.init) ?? uri
        let first = places.first
        let line = first?.line.map { ":\($0)" } ?? ""
        let time = first?.time.map { " at \(Duration.seconds($0).clock)" } ?? ""
        return name + line + time
    }
}
