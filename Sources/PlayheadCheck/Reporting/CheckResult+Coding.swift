internal import FoundationEssentials

extension CheckResult: Codable {
    /// The keys of a result in a JSON line.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case event, index, input, kind, outcome, time, began, mistake, cases, log
    }

    /// The value of the key `event` for a result.
    package static let event = "result"

    /// Decodes a result.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            index: try object.decode(Int.self, forKey: .index),
            input: try object.decode(String.self, forKey: .input),
            kind: try object.decode(Kind.self, forKey: .kind),
            cases: try object.decode([CheckCase].self, forKey: .cases),
            time: try object.decode(Double.self, forKey: .time),
            began: try object.decode(Double.self, forKey: .began),
            isMistaken: try object.decodeIfPresent(Bool.self, forKey: .mistake) ?? false,
            log: try object.decodeIfPresent(String.self, forKey: .log))
    }

    /// Writes a result; keys without a value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(Self.event, forKey: .event)
        try object.encode(index, forKey: .index)
        try object.encode(input, forKey: .input)
        try object.encode(kind, forKey: .kind)
        try object.encode(outcome, forKey: .outcome)
        try object.encode(time, forKey: .time)
        try object.encode(began, forKey: .began)
        if isMistaken { try object.encode(true, forKey: .mistake) }
        try object.encode(cases, forKey: .cases)
        try object.encodeIfPresent(log, forKey: .log)
    }
}

/// The totals of a run.
public struct CheckSummary: Sendable, Hashable, Codable {
    /// The number of checked inputs.
    public var inputs = 0
    /// The number of passed cases.
    public var passed = 0
    /// The number of failed cases.
    public var failed = 0
    /// The number of skipped cases.
    public var skipped = 0
    /// The number of cases with an error.
    public var errors = 0
    /// The number of scenarios with a mistake in the file.
    public var mistakes = 0
    /// The number of inputs in the list, including other shards; nil if the run did not reach the end of the
    /// list.
    public var total: Int?
    /// The shard, such as `2/8`; nil for all inputs.
    public var shard: String?
    /// The real time of the run, in seconds.
    public var time = 0.0

    /// Makes an empty summary.
    public init() {}

    /// Adds a result.
    public mutating func add(_ result: CheckResult) {
        inputs += 1
        passed += result.count(of: .passed)
        failed += result.count(of: .failed)
        skipped += result.count(of: .skipped)
        errors += result.count(of: .error)
        if result.isMistaken { mistakes += 1 }
    }

    /// The exit status. It is 2 for a mistake in a scenario, otherwise 1 for a failure, otherwise 3 for an
    /// error, and otherwise 0.
    public var exitCode: Int32 { mistakes > 0 ? 2 : failed > 0 ? 1 : errors > 0 ? 3 : 0 }
}

/// Encodes and decodes the JSON lines of a report.
package enum JSONLine {
    /// A JSON line without its line feed.
    package static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// Decodes a line of a type; nil for any other text.
    package static func value<Value: Decodable>(_ line: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(line.utf8))
    }

    /// The last line of a report.
    package static func text(of summary: CheckSummary) -> String {
        struct Line: Encodable {
            var event = "summary"
            var exitCode: Int32
            var summary: CheckSummary

            enum CodingKeys: CodingKey { case event, exitCode }

            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: CodingKeys.self)
                try object.encode(event, forKey: .event)
                try object.encode(exitCode, forKey: .exitCode)
                try summary.encode(to: encoder)
            }
        }
        return text(Line(exitCode: summary.exitCode, summary: summary))
    }

    /// Decodes a line: a result, or the summary at the end; nil for any other text.
    package static func read(_ line: String) -> JSONReport? {
        struct Event: Decodable { var event: String }
        let data = Data(line.utf8)
        let decoder = JSONDecoder()
        switch (try? decoder.decode(Event.self, from: data))?.event {
        case CheckResult.event: return (try? decoder.decode(CheckResult.self, from: data)).map { .result($0) }
        case "summary": return (try? decoder.decode(CheckSummary.self, from: data)).map { .summary($0) }
        case "lasts": return (try? decoder.decode(Lasting.self, from: data)).map { .lasts($0.seconds) }
        default: return nil
        }
    }

    /// The line with which a child process reports the duration of its media.
    package static func text(lasts duration: Duration) -> String {
        text(Lasting(seconds: duration / .seconds(1)))
    }

    private struct Lasting: Codable {
        var event = "lasts"
        var seconds: Double
    }
}

/// The decoded content of a report line.
package enum JSONReport: Sendable {
    case result(CheckResult)
    case summary(CheckSummary)
    case lasts(Double)
}
