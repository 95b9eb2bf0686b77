import PlayheadSystem
import StreamValidation

extension ValidationReport {
    /// The report as a JSON object on one line (schema/validation.schema.json).
    func json(time: Double) -> String {
        var object = JSONObject()
        object.add("event", "validation")
        object.add("uri", uri)
        object.add("format", format.rawValue)
        object.add("isLive", isLive)
        object.add("rules", ruleCount)
        for requirement in ValidationRule.Requirement.allCases {
            object.add(requirement.rawValue, count(requirement))
        }
        object.add("segments", segmentCount)
        object.add("bytes", bytes)
        object.add("time", (time * 1000).rounded() / 1000)
        object.add("findings", json: Self.array(findings.map(\.json)))
        object.add("streams", json: Self.array(streams.map(\.json)))
        return object.closed
    }

    fileprivate static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}

extension ValidationFinding {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("rule", rule)
        object.add("requirement", requirement.rawValue)
        if let known = RuleSet.rule(rule) { object.add("source", known.source) }
        object.add("uri", uri)
        object.add("count", count)
        object.add("places", json: ValidationReport.array(places.map(\.json)))
        return object.closed
    }
}

extension ValidationFinding.Place {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("message", message)
        if let line { object.add("line", line) }
        if let time { object.add("at", time) }
        if let segment { object.add("segment", segment) }
        return object.closed
    }
}

extension ValidationReport.Stream {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("name", name)
        object.add("uri", uri)
        object.add("role", role)
        if let declaredBandwidth { object.add("bandwidth", declaredBandwidth) }
        if let peakBitrate { object.add("peakBitrate", peakBitrate.rounded()) }
        if let averageBitrate { object.add("averageBitrate", averageBitrate.rounded()) }
        object.add("codecs", json: ValidationReport.array(codecs.map(\.jsonQuoted)))
        if let width { object.add("width", width) }
        if let height { object.add("height", height) }
        if let frameRate { object.add("frameRate", (frameRate * 1000).rounded() / 1000) }
        if let loudness { object.add("loudness", (loudness * 10).rounded() / 10) }
        object.add("segments", segments.count)
        object.add("duration", segments.reduce(0) { $0 + $1.duration })
        object.add("bytes", segments.reduce(0) { $0 + $1.bytes })
        return object.closed
    }
}
