import PlayheadSystem
import StreamValidation

/// A report in SARIF 2.1.0 (OASIS), which GitHub and other forges show beside the lines of files.
struct SARIFLog {
    var reports: [ValidationReport]
    var rules: RuleSet

    init(_ reports: [ValidationReport], rules: RuleSet) { (self.reports, self.rules) = (reports, rules) }

    var text: String {
        let driver = object(
            ("name", "playhead".jsonQuoted),
            ("rules", array(rules.rules.map(rule))))
        let results = reports.flatMap(\.findings).map(result)
        let run = object(("tool", object(("driver", driver))), ("results", array(results)))
        return object(
            ("$schema", "https://json.schemastore.org/sarif-2.1.0.json".jsonQuoted),
            ("version", "2.1.0".jsonQuoted),
            ("runs", array([run]))) + "\n"
    }

    private func rule(_ rule: ValidationRule) -> String {
        object(
            ("id", rule.id.jsonQuoted), ("shortDescription", message(rule.statement)),
            ("fullDescription", message("\(rule.statement) (\(rule.source))")),
            ("help", message(rule.advice)),
            ("defaultConfiguration", object(("level", rule.requirement.level.jsonQuoted))))
    }

    private func result(_ finding: ValidationFinding) -> String {
        let locations = finding.places.prefix(10).map { place in
            var physical = [("artifactLocation", object(("uri", finding.uri.jsonQuoted)))]
            if let line = place.line { physical.append(("region", object(("startLine", String(line))))) }
            return object(("physicalLocation", object(physical)), ("message", message(place.message)))
        }
        return object(
            ("ruleId", finding.rule.jsonQuoted), ("level", finding.requirement.level.jsonQuoted),
            ("message", message(finding.message)), ("locations", array(locations)))
    }

    private func message(_ text: String) -> String { object(("text", text.jsonQuoted)) }
    private func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
    private func object(_ fields: (String, String)...) -> String { object(fields) }
    private func object(_ fields: [(String, String)]) -> String {
        var object = JSONObject()
        for (name, value) in fields { object.add(name, json: value) }
        return object.closed
    }
}

extension ValidationRule.Requirement {
    fileprivate var level: String {
        switch self {
        case .must: "error"
        case .should: "warning"
        case .may: "note"
        }
    }
}
