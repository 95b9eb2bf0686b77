internal import FoundationEssentials

/// Draws a timeline. Labels are HTML, so that they keep their size on narrow screens; curves are SVG.
struct TimelineHTML {
    var timeline: ReportPage.Timeline
    /// The findings whose moments are marked.
    var findings: [ReportPage.Finding]
    /// The number of the input, for IDs.
    var number: Int

    private var duration: Double { max(timeline.duration, 0.001) }

    var text: String {
        var text =
            "<h3>\(timeline.title.html)</h3>\n<div class=\"timeline\" data-duration=\"\(duration.rounded(to: 3))\"\(start)>\n"
        text += axis
        if !timeline.pictures.isEmpty { text += pictures }
        if findings.contains(where: { !$0.times.isEmpty }) { text += marks }
        for lane in timeline.lanes where !lane.spans.isEmpty { text += self.lane(lane) }
        for curve in timeline.curves where curve.points.count > 1 { text += self.curve(curve) }
        text += "<div class=\"cursor\" hidden></div></div>\n"
        for figure in timeline.figures {
            let caption = "\(figure.time.clock): \(figure.caption)".html
            text +=
                "<figure><img alt=\"\(caption)\" src=\"\(Self.address(of: figure.jpeg))\"><figcaption>\(caption)</figcaption></figure>\n"
        }
        return text
    }

    /// The real time of the beginning, for the script.
    private var start: String {
        timeline.startsAt.map { " data-start=\"\($0.rounded(to: 3))\"" } ?? ""
    }

    private func percent(_ time: Double) -> String {
        (min(max(time / duration, 0), 1) * 100).rounded(to: 3)
    }

    private func row(_ label: String, _ content: String, kind: String, height: Int) -> String {
        "<div class=\"lane \(kind)\"><div class=\"label\">\(label)</div><div class=\"track\" style=\"height:\(height)px\">\(content)</div></div>\n"
    }

    private var axis: String {
        let steps: [Double] = [
            0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400,
        ]
        let days = (duration / (6 * 86_400)).rounded(.up)
        let step =
            steps.first { duration / $0 <= 6 }
            ?? (days > 1 ? days * 86_400 : duration > 172_800 ? 86_400 : 28_800)
        // Of a day, the round times are marked.
        let first = timeline.startsAt.map { ($0 / step).rounded(.up) * step - $0 } ?? 0
        let ticks = stride(from: first, through: duration, by: step).map { time in
            "<span style=\"left:\(percent(time))%\">\(timeline.text(of: time))</span>"
        }
        return row("time", ticks.joined(), kind: "axis", height: 18)
    }

    private var pictures: String {
        let ends = timeline.pictures.dropFirst().map(\.time) + [duration]
        var text = ""
        var shown = 0.0
        for (picture, end) in zip(timeline.pictures, ends) {
            // The strip begins with the first picture.
            let width = max((end - min(shown, picture.time)) / duration * 100, 0).rounded(to: 2)
            shown = end
            text +=
                "<img alt=\"picture at \(picture.time.clock)\" title=\"\(picture.time.clock)\" style=\"width:\(width)%\""
            text += " src=\"\(Self.address(of: picture.jpeg))\">"
        }
        return row("pictures", text, kind: "strip", height: 56)
    }

    private static func address(of jpeg: [UInt8]) -> String {
        "data:image/jpeg;base64,\(Data(jpeg).base64EncodedString())"
    }

    private var marks: String {
        var text = ""
        for (index, finding) in findings.enumerated() {
            for (place, time) in finding.times.prefix(10).enumerated() {
                let id = "\(number)-\(index + 1)"
                let words = "\(finding.name) at \(timeline.text(of: time)): \(finding.message)".html
                text +=
                    "<a id=\"mark-\(id)-\(place + 1)\" class=\"mark \(finding.severity.rawValue)\" href=\"#finding-\(id)\" style=\"left:\(percent(time))%\" title=\"\(words)\" aria-label=\"\(words)\">\(finding.severity.sign)</a>"
            }
        }
        return row("findings", text, kind: "marks", height: 22)
    }

    /// Puts overlapping ranges into rows of their own.
    private func lane(_ lane: ReportPage.Lane) -> String {
        var ends: [Double] = []
        var text = ""
        let least = lane.isSequence ? 0 : duration / 400
        for span in lane.spans.sorted(by: { $0.start < $1.start }).prefix(Self.maximumSpans) {
            let free = ends.firstIndex { $0 <= span.start } ?? min(ends.count, Self.maximumRows - 1)
            let row = lane.isSequence ? 0 : free
            let end = max(span.end, span.start + least)
            if row < ends.count { ends[row] = end } else { ends.append(end) }
            let width = (min((end - span.start) / duration, 1) * 100).rounded(to: 3)
            let words =
                "\(span.label), \(timeline.text(of: span.start)) to \(timeline.text(of: span.end))".html
            text +=
                "<i class=\"\(span.severity.rawValue)\" style=\"left:\(percent(span.start))%;width:\(width)%;top:\(row * 12)px\" title=\"\(words)\"><b>\(span.label.html)</b></i>"
        }
        let hidden = lane.spans.count - Self.maximumSpans
        let label = lane.name.html + (hidden > 0 ? " (first \(Self.maximumSpans))" : "")
        return row(label, text, kind: "spans", height: max(ends.count, 1) * 12 + 2)
    }

    private static let maximumSpans = 3000
    private static let maximumRows = 24

    private func curve(_ curve: ReportPage.Curve) -> String {
        let values = curve.points.map(\.value) + (curve.limit.map { [$0.value] } ?? [])
        let low = curve.range?.lowerBound ?? min(values.min() ?? 0, 0)
        let high = max(curve.range?.upperBound ?? values.max() ?? 1, low + 1e-9)
        func y(_ value: Double) -> String {
            ((1 - (min(max(value, low), high) - low) / (high - low)) * 96 + 2).rounded(to: 1)
        }
        func x(_ time: Double) -> String { (time / duration * 1000).rounded(to: 1) }
        var path = ""
        for (index, point) in thinned(curve.points).enumerated() {
            if index == 0 {
                path = "M\(x(point.time)) \(y(point.value))"
            } else if curve.isStepped {
                path += "H\(x(point.time))V\(y(point.value))"
            } else {
                path += "L\(x(point.time)) \(y(point.value))"
            }
        }
        let mean = curve.points.reduce(0) { $0 + $1.value } / Double(curve.points.count)
        let greatest = curve.points.map(\.value).max() ?? 0
        var words =
            "\(curve.name): mean \(mean.rounded(to: 1)) \(curve.unit), largest \(greatest.rounded(to: 1)) \(curve.unit)"
        var line = ""
        if let limit = curve.limit {
            words += ", \(limit.name) \(limit.value.rounded(to: 1)) \(curve.unit)"
            line = "<path class=\"limit\" d=\"M0 \(y(limit.value))H1000\"/>"
        }
        let svg =
            "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(words.html)\"><title>\(words.html)</title>\(line)<path d=\"\(path)\"/></svg>"
        let scale =
            "<span class=\"scale high\">\(high.rounded(to: 1))</span><span class=\"scale low\">\(low.rounded(to: 1))</span>"
        return row(
            "\(curve.name.html)<br><small>\(curve.unit.html)</small>", svg + scale, kind: "curve", height: 64)
    }

    /// At most 2000 points. Of neighbours, the lowest and the highest stay.
    private func thinned(_ points: [(time: Double, value: Double)]) -> [(time: Double, value: Double)] {
        let most = 2000
        guard points.count > most else { return points }
        let size = points.count * 2 / most + 1
        return stride(from: 0, to: points.count, by: size).flatMap { start in
            let group = points[start..<min(start + size, points.count)]
            let ends = [group.min { $0.value < $1.value }, group.max { $0.value < $1.value }].compactMap(
                \.self)
            return ends.sorted { $0.time < $1.time }
        }
    }
}
