import QualityReport
import StreamValidation

extension ReportPage.Input {
    /// A validated input.
    ///
    /// - Parameter timeline: the pictures and the sound of the stream; nil where it is not decoded.
    init(_ report: ValidationReport, name: String, timeline: ReportPage.Timeline?, command: String) {
        let severity = report.findings.map(\.requirement.severity).max() ?? .passed
        let counts = ValidationRule.Requirement.allCases.map { "\(report.count($0)) \($0.rawValue)" }
        self.init(
            name: name, severity: severity,
            verdict: report.findings.isEmpty
                ? "no violation of \(report.ruleCount) rules" : counts.joined(separator: ", "))
        self.command = command
        let longest = report.streams.map(\.duration).max() ?? 0
        facts = [
            ("format", report.format.rawValue.uppercased() + (report.isLive ? ", live" : "")),
            ("duration", Duration.seconds(longest).clock), ("streams", String(report.streams.count)),
            ("segments", String(report.segmentCount)), ("rules", String(report.ruleCount)),
            ("size", "\((Double(report.bytes) / 100_000).rounded() / 10) MB"),
        ]
        findings = report.findings.map(ReportPage.Finding.init)
        var line = timeline ?? ReportPage.Timeline(title: "Stream", duration: longest)
        line.title = "Stream"
        line.duration = max(line.duration, longest)
        line.curves = report.streams.compactMap(\.curve) + line.curves
        line.lanes += report.streams.compactMap(\.seams)
        if line.duration > 0 { timelines = [line] }
        if let requests = report.waterfall { timelines.append(requests) }
        if !report.streams.isEmpty { tables = [report.table] }
    }
}

extension ReportPage.Finding {
    fileprivate init(_ finding: ValidationFinding) {
        let more = finding.count > 1 ? " (\(finding.count) times)" : ""
        self.init(finding.requirement.severity, finding.rule + more, "\(finding.place): \(finding.message)")
        details = finding.places.dropFirst().prefix(20).map { place in
            [
                place.line.map { "line \($0)" }, place.time.map { "at \(Duration.seconds($0).clock)" },
                place.message,
            ]
            .compactMap(\.self).joined(separator: ", ")
        }
        if let rule = RuleSet.rule(finding.rule) {
            details.insert(contentsOf: ["\(rule.statement) (\(rule.source))", rule.advice], at: 0)
        }
        times = finding.places.compactMap(\.time)
        command = "playhead validate --explain \(finding.rule)"
    }
}

extension ValidationReport {
    /// The requests over the time of the validation.
    fileprivate var waterfall: ReportPage.Timeline? {
        let end = requests.map { $0.start + $0.duration }.max() ?? 0
        guard requests.count > 1, end > 0 else { return nil }
        var line = ReportPage.Timeline(title: "Requests", duration: end)
        let spans = requests.map { request in
            let name =
                request.uri.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? request.uri
            let words =
                request.failure ?? "\(request.bytes) bytes in \((request.duration * 1000).rounded() / 1000) s"
            return ReportPage.Lane.Span(
                request.start, request.start + request.duration, "\(name), \(words)",
                request.failure == nil ? .note : .error)
        }
        line.lanes = [ReportPage.Lane(name: "\(requests.count) requests", spans: spans)]
        return line
    }

    fileprivate var table: ReportPage.Table {
        func rate(_ value: Double?) -> String { value.map { "\(Int(($0 / 1000).rounded())) kbit/s" } ?? "" }
        var rows: [[String]] = []
        for stream in streams {
            var row = [stream.name, stream.role, stream.codecs.joined(separator: ", ")]
            if let width = stream.width, let height = stream.height {
                row.append("\(width)×\(height)")
            } else {
                row.append("")
            }
            row.append(stream.frameRate.map { "\(($0 * 1000).rounded() / 1000)" } ?? "")
            row += [stream.declaredBandwidth.map(Double.init), stream.peakBitrate, stream.averageBitrate].map(
                rate)
            row.append(stream.loudness.map { "\(($0 * 10).rounded() / 10) LUFS" } ?? "")
            row += [String(stream.segments.count), Duration.seconds(stream.duration).clock]
            rows.append(row)
        }
        return ReportPage.Table(
            title: "Streams",
            columns: [
                "name", "role", "codecs", "size", "frames/s", "declared", "peak", "mean", "loudness",
                "segments", "duration",
            ], rows: rows)
    }
}

extension ValidationReport.Stream {
    fileprivate var duration: Double { segments.reduce(0) { $0 + $1.duration } }

    /// The bit rate of each segment.
    fileprivate var curve: ReportPage.Curve? {
        guard role == "variant" || role == "AUDIO", segments.count > 1 else { return nil }
        var points = segments.filter { $0.duration > 0 }.map { segment in
            (time: segment.start, value: Double(segment.bytes) * 8 / segment.duration / 1000)
        }
        if let last = points.last { points.append((time: duration, value: last.value)) }
        var curve = ReportPage.Curve(name: name, unit: "kbit/s", points: points)
        curve.isStepped = true
        if let declaredBandwidth { curve.limit = ("BANDWIDTH", Double(declaredBandwidth) / 1000) }
        return curve
    }

    /// Discontinuities and gaps.
    fileprivate var seams: ReportPage.Lane? {
        let spans = segments.filter { $0.isDiscontinuity || $0.isGap }.map { segment in
            segment.isGap
                ? ReportPage.Lane.Span(segment.start, segment.start + segment.duration, "gap", .warning)
                : ReportPage.Lane.Span(segment.start, segment.start, "discontinuity")
        }
        return spans.isEmpty ? nil : ReportPage.Lane(name: "seams of \(name)", spans: spans)
    }
}

extension ValidationRule.Requirement {
    fileprivate var severity: ReportPage.Severity {
        switch self {
        case .must: .error
        case .should: .warning
        case .may: .note
        }
    }
}
