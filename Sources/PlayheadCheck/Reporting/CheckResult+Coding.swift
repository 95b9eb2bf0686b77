internal import Foundation

extension CheckResult: Codable {
    /// The keys of a result in a line of JSON.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case event, index, input, kind, outcome, time, began, mistake, cases, log
    }

    /// What the key `event` says of a result.
    package static let event = "result"

    /// Reads a result.
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

    /// Writes a result; no key stands without a value.
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

/// What is told at the end of a run.
public struct CheckSummary: Sendable, Hashable, Codable {
    /// How many inputs were checked.
    public var inputs = 0
    /// How many cases passed.
    public var passed = 0
    /// How many cases failed.
    public var failed = 0
    /// How many cases were not looked at.
    public var skipped = 0
    /// How many cases could not be looked at.
    public var errors = 0
    /// How many scenarios have a mistake in them.
    public var mistakes = 0
    /// How many inputs the list has, those of other shards too; nil when its end was not reached.
    public var total: Int?
    /// The part that was taken, `2/8`; nil: all of it.
    public var shard: String?
    /// How long it took, in seconds of real time.
    public var time = 0.0

    /// The summary of nothing.
    public init() {}

    /// Counts a result.
    public mutating func add(_ result: CheckResult) {
        inputs += 1
        passed += result.count(of: .passed)
        failed += result.count(of: .failed)
        skipped += result.count(of: .skipped)
        errors += result.count(of: .error)
        if result.isMistaken { mistakes += 1 }
    }

    /// What the process ends with: 2 for a mistake in a scenario, 1 for a failure, 3 where something could not be run, 0 otherwise.
    public var exitCode: Int32 { mistakes > 0 ? 2 : failed > 0 ? 1 : errors > 0 ? 3 : 0 }
}

/// Reports as lines of JSON.
package enum JSONLine {
    /// A line, without its line feed.
    package static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The line that ends a report.
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

    /// What a line holds: a result, or the summary at the end; nil for anything else.
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

    /// The line by which a child says how long the media that it plays last.
    package static func text(lasts duration: Duration) -> String {
        text(Lasting(seconds: duration / .seconds(1)))
    }

    private struct Lasting: Codable {
        var event = "lasts"
        var seconds: Double
    }
}

/// What a line of a report holds.
package enum JSONReport: Sendable {
    case result(CheckResult)
    case summary(CheckSummary)
    case lasts(Double)
}
