internal import FoundationEssentials

extension ReportPage {
    /// The page as a complete HTML document.
    public var html: String {
        let worst = inputs.map(\.severity).max() ?? .passed
        var body = "<header><h1>\(title.html)</h1><p>\(subtitle.html)</p></header>\n<main>\n"
        if inputs.count > 1 { body += summary }
        body += controls
        for (index, input) in inputs.enumerated() { body += section(input, index + 1) }
        if !tables.isEmpty { body += "<section>" + tables.map(table).joined() + "</section>\n" }
        body += "</main>\n"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(worst.sign) \(title.html)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            \(body)<script>\(Self.script)</script>
            </body>
            </html>

            """
    }

    private var summary: String {
        let counts = Severity.allCases.reversed().compactMap { severity in
            let count = inputs.count { $0.severity == severity }
            return count > 0 ? "\(count) \(severity.word)\(count > 1 && severity != .passed ? "s" : "")" : nil
        }
        var text =
            "<section class=\"summary\"><h2>\(inputs.count) inputs: \(counts.joined(separator: ", "))</h2>\n<div class=\"scroll\"><table>"
        text +=
            "<thead><tr><th scope=\"col\">Result</th><th scope=\"col\">Input</th><th scope=\"col\">Findings</th></tr></thead>\n<tbody>\n"
        for (index, input) in inputs.enumerated() {
            text +=
                "<tr><td>\(badge(input.severity))</td><td><a href=\"#input-\(index + 1)\">\(input.name.html)</a></td><td>\(input.verdict.html)</td></tr>\n"
        }
        return text + "</tbody></table></div></section>\n"
    }

    private var controls: String {
        let present = Severity.allCases.reversed().filter { severity in
            inputs.contains { $0.findings.contains { $0.severity == severity } }
        }
        guard !present.isEmpty else { return "" }
        var text = "<form class=\"controls\" hidden aria-label=\"Filter of findings\">"
        for severity in present {
            let isOn = severity == .passed ? "" : " checked"
            text +=
                "<label><input type=\"checkbox\" name=\"\(severity.rawValue)\"\(isOn)> \(severity.sign) \(severity.word)</label> "
        }
        text += "<label class=\"search\">Search <input type=\"search\" name=\"text\"></label>"
        return text + "<span class=\"keys\">j, k: next, previous finding; /: search</span></form>\n"
    }

    private func badge(_ severity: Severity) -> String {
        "<span class=\"badge \(severity.rawValue)\">\(severity.sign) \(severity.word)</span>"
    }

    private func section(_ input: Input, _ number: Int) -> String {
        var text = "<section id=\"input-\(number)\"><h2>\(badge(input.severity)) \(input.name.html)</h2>\n"
        text += "<p class=\"verdict\">\(input.verdict.html)</p>\n"
        if let command = input.command {
            text += "<pre class=\"command\"><code>\(command.html)</code></pre>\n"
        }
        if !input.facts.isEmpty {
            text += "<dl class=\"facts\">"
            for fact in input.facts {
                text += "<div><dt>\(fact.name.html)</dt><dd>\(fact.value.html)</dd></div>"
            }
            text += "</dl>\n"
        }
        for (index, timeline) in input.timelines.enumerated() {
            let findings = index == 0 ? input.findings : []
            text += TimelineHTML(timeline: timeline, findings: findings, number: number).text
        }
        if !input.findings.isEmpty { text += "<h3>Findings</h3>\n<ol class=\"findings\">\n" }
        for (index, finding) in input.findings.enumerated() {
            text += item(finding, "\(number)-\(index + 1)", input.timelines.first)
        }
        if !input.findings.isEmpty {
            text += "</ol>\n<p class=\"none\" hidden>No finding matches the filter.</p>\n"
        }
        for table in input.tables { text += self.table(table) }
        return text + "</section>\n"
    }

    private func item(_ finding: Finding, _ id: String, _ timeline: Timeline?) -> String {
        var text =
            "<li id=\"finding-\(id)\" class=\"\(finding.severity.rawValue)\" tabindex=\"-1\">\(badge(finding.severity)) "
        text += "<strong>\(finding.name.html)</strong> "
        for (index, time) in finding.times.prefix(10).enumerated() {
            text +=
                "<a class=\"time\" href=\"#mark-\(id)-\(index + 1)\">\(timeline?.text(of: time) ?? time.clock)</a> "
        }
        if !finding.message.isEmpty { text += "<p>\(finding.message.html)</p>" }
        if !finding.details.isEmpty || finding.command != nil {
            text += "<details><summary>Details</summary>"
            for detail in finding.details { text += "<p>\(detail.html)</p>" }
            if let command = finding.command {
                text += "<pre class=\"command\"><code>\(command.html)</code></pre>"
            }
            text += "</details>"
        }
        return text + "</li>\n"
    }

    private func table(_ table: Table) -> String {
        var text =
            "<h3>\(table.title.html)</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(table.title.html)\"><table><thead><tr>"
        for column in table.columns { text += "<th scope=\"col\">\(column.html)</th>" }
        text += "</tr></thead>\n<tbody>\n"
        for row in table.rows { text += "<tr>" + row.map { "<td>\($0.html)</td>" }.joined() + "</tr>\n" }
        return text + "</tbody></table></div>\n"
    }
}

extension ReportPage.Timeline {
    /// A time of the axis: since the beginning, or the time of day.
    func text(of time: Double) -> String {
        guard let startsAt, time.isFinite else { return time.clock }
        let moment = Date(timeIntervalSince1970: startsAt + time).formatted(.iso8601)
        let day = Date(timeIntervalSince1970: startsAt).formatted(.iso8601).prefix(10)
        let clock = String(moment.dropFirst(11).prefix(8))
        return moment.hasPrefix(day) ? clock : "\(moment.dropFirst(5).prefix(5)) \(clock)"
    }
}

extension ReportPage.Severity {
    /// A sign that differs in shape, not only in colour.
    var sign: String {
        switch self {
        case .passed: "✓"
        case .note: "•"
        case .warning: "▲"
        case .error: "✗"
        }
    }

    var word: String {
        switch self {
        case .passed: "passed"
        case .note: "note"
        case .warning: "warning"
        case .error: "error"
        }
    }
}

extension String {
    /// The text escaped for HTML elements and attributes.
    var html: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Double {
    /// A time as `1:02:03.4`, without a fraction of zero.
    var clock: String {
        guard isFinite else { return "–" }
        let tenths = Int((min(max(self, 0), 1e9) * 10).rounded())
        let (seconds, fraction) = (tenths / 10, tenths % 10)
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let rest = padded(seconds % 60) + (fraction > 0 ? ".\(fraction)" : "")
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    /// The number with at most `digits` decimals.
    func rounded(to digits: Int) -> String {
        guard isFinite else { return "–" }
        let scale = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
        let value = (self * scale).rounded() / scale
        return abs(value) < 1e15 && value == value.rounded() ? String(Int(value)) : "\(value)"
    }
}
