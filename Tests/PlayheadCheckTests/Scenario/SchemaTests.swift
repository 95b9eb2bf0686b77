import Foundation
import Playhead
import TestSupport
import Testing

@testable import PlayheadCheck
@testable import PlayheadServer
@testable import TestBasics

/// schema/scenario.schema.json says of scenarios what the parser says.
@Suite struct `The schema of scenarios` {
    private let root: [String: Any]
    private let definitions: [String: Any]

    init() throws {
        let data = Data(try Repository.text("schema/scenario.schema.json").utf8)
        root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        definitions = try #require(root["$defs"] as? [String: Any])
    }

    private func keys(_ object: Any?) -> Set<String> {
        let object = object as? [String: Any]
        #expect(object?["additionalProperties"] as? Bool == false)
        return Set((object?["properties"] as? [String: Any] ?? [:]).keys)
    }

    @Test func `has every key, and no other`() {
        #expect(keys(root) == Set(Scenario.CodingKeys.allCases.map(\.rawValue)))
        let server = Scenario.Server.CodingKeys.allCases.map(\.rawValue) + Scenario.Server.keysOfPlan
        #expect(keys(definitions["server"]) == Set(server))
        #expect(
            keys(definitions["network"]) == Set(Scenario.Network.CodingKeys.allCases.map(\.rawValue)))
        let faults = Set(Fault.Kind.allCases.map(\.rawValue))
        #expect(keys(definitions["rule"]) == faults.union(["path", "method", "requests"]))
        #expect(
            keys(definitions["stream"]) == [
                "source", "window", "startsWith", "firstSequence", "segmentCount", "end",
            ])
    }

    private func accepts(_ text: String, as definition: String) throws -> Bool {
        let choices = (definitions[definition] as? [String: Any])?["anyOf"] as? [[String: Any]] ?? []
        return try choices.compactMap { $0["pattern"] as? String }.contains { pattern in
            let expression = try NSRegularExpression(pattern: pattern)
            return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    @Test(arguments: `An expectation`.forms.map(\.text) + words)
    func `takes the expectations that the parser takes`(text: String) throws {
        let text = text.trimmingSpaces
        #expect(try accepts(text, as: "expectation"))
        #expect(throws: Never.self) { try Scenario.Expectation(text) }
    }

    /// Every word that the player has.
    static let words =
        EndReason.allCases.map { "ends=" + $0.rawValue }
        + PlayerError.Code.allCases.map { "error=" + $0.rawValue }
        + ItemStatus.allCases.map { "status=" + $0.rawValue } + PlaybackState.all.map { "state=" + $0.name }
        + Defect.allCases.map { "no-" + $0.rawValue } + Metric.named.keys.sorted().map(example)

    private static func example(_ name: String) -> String {
        Metric.named[name]?.unit == .time ? name + "=1 s" : name + "=1"
    }

    @Test(arguments: `An expectation`.mistakes.map(\.text))
    func `refuses the expectations that the parser refuses`(text: String) throws {
        #expect(try !accepts(text, as: "expectation"))
    }

    @Test(arguments: `A step`.forms.map(\.text))
    func `takes the steps that the parser takes`(text: String) throws {
        #expect(try accepts(text.trimmingSpaces, as: "step"))
    }

    /// But for ranges of numbers, and for expectations, which it looks at in their own place.
    @Test(
        arguments: `A step`.mistakes.map(\.text).filter {
            !["speed 0", "speed 17", "expect joy"].contains($0)
        })
    func `refuses the steps that the parser refuses`(text: String) throws {
        #expect(try !accepts(text, as: "step"))
    }

    /// What a scenario is, in JSON, and whether it is right.
    static let documents: [(text: String, isRight: Bool)] = [
        ("{\"media\": \"a.mp4\"}", true), ("{}", false), ("[]", false), ("{\"media\": \"\"}", false),
        (
            "{\"media\": \"a\", \"clock\": \"virtual\", \"steps\": [\"play\"], \"expect\": [\"no-stall\"]}",
            true
        ),
        ("{\"media\": \"a\", \"clock\": \"fast\"}", false), ("{\"media\": \"a\", \"steps\": []}", false),
        ("{\"media\": \"a\", \"steps\": [\"jump\"]}", false), ("{\"media\": \"a\", \"expect\": [3]}", false),
        ("{\"media\": \"a\", \"steps\": \"play\"}", false), ("{\"media\": \"a\", \"server\": {}}", true),
        ("{\"media\": \"a\", \"server\": {\"folder\": \"b\", \"port\": 1}}", false),
        (network("\"onGap\": \"wait\", \"retries\": 3, \"idleTimeout\": \"2 s\", \"allowGaps\": true"), true),
        (network("\"onGap\": \"dig\""), false), (network("\"retries\": -1"), false),
        (network("\"stallTimeout\": \"soon\""), false), (network("\"headers\": {\"A\": \"b\"}"), true),
        (network("\"userAgent\": \"a\", \"cookies\": {\"b\": \"c\"}, \"schemes\": [\"https\"]"), true),
        (network("\"startBitrate\": 800000, \"maxBitrate\": 900000, \"maxHeight\": 720"), true),
        (network("\"maxHeight\": 0"), false), (network("\"cookies\": [\"a=b\"]"), false),
        (network("\"liveOffset\": \"6 s\", \"catchUp\": 1.25"), true), (network("\"catchUp\": 2"), false),
        (network("\"proxy\": \"http://127.0.0.1:9\", \"trustRoots\": \"a.pem\""), true),
        (network("\"certificate\": \"a.pem\", \"privateKey\": \"b.pem\""), true),
        (network("\"refreshExpiredURI\": {\"old\": \"new\"}"), true),
        (network("\"refreshExpiredURI\": \"new\""), false),
        (network("\"refreshExpiredURI\": {\"\": \"new\"}"), false),
        ("{\"media\": \"a\", \"server\": {\"tls\": true, \"clients\": \"a.pem\"}}", true),
        ("{\"media\": \"a\", \"server\": {\"clients\": \"a.pem\"}}", false),
        (network("\"tries\": 1"), false), ("{\"media\": \"a\", \"server\": {\"tls\": true}}", true),
        (rule("\"status\": 404"), true), (rule("\"status\": 42"), false),
        (rule("\"method\": \"GET\""), false),
        (rule("\"latency\": \"1 s\", \"requests\": [2, \"5-7\", \"9-\"]"), true),
        (rule("\"latency\": 3"), false), (rule("\"latency\": \"soon\""), false),
        (rule("\"rate\": [\"1 MB/s for 2 s\", \"3 kbit/s\"]"), true), (rule("\"rate\": \"fast\""), false),
        (rule("\"stall\": \"50%\""), true), (rule("\"stall\": {\"at\": 5, \"for\": \"1 s\"}"), true),
        (rule("\"stall\": {\"fro\": 5}"), false), (rule("\"cut\": \"10 kB\""), true),
        (rule("\"cut\": [1]"), false), (rule("\"redirect\": {\"to\": \"/b\", \"status\": 307}"), true),
        (rule("\"requires\": {\"headers\": {\"A\": \"*\"}}"), true), (rule("\"requires\": {}"), false),
        (rule("\"stale\": true"), true), (rule("\"stale\": 3"), false), (rule("\"windowMoves\": 10"), true),
        (
            "{\"media\": \"a\", \"server\": {\"streams\": {\"b\": {\"source\": \"c\", \"window\": \"all\"}}}}",
            true
        ),
        ("{\"media\": \"a\", \"server\": {\"streams\": {\"b\": {\"source\": \"c\", \"window\": 0}}}}", false),
        ("{\"media\": \"a\", \"server\": {\"streams\": {\"b\": {}}}}", false),
    ]

    private static func rule(_ fault: String) -> String {
        "{\"media\": \"a\", \"server\": {\"rules\": [{\"path\": \"*\", \(fault)}]}}"
    }

    private static func network(_ settings: String) -> String {
        "{\"media\": \"a\", \"network\": {\(settings)}}"
    }

    @Test(arguments: documents) func `is what the parser was written to`(text: String, isRight: Bool) {
        #expect(((try? Scenario(text: text)) != nil) == isRight)
    }

    private static let validator = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        print("".join("01"[validator.is_valid(json.loads(text))] for text in sys.argv[2:]))
        """

    private static func python(_ arguments: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c"] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : nil
    }

    private static let hasValidator = (try? python(["import jsonschema"])) != nil

    @Test(.enabled(if: hasValidator, "python3-jsonschema is not installed"))
    func `judges scenarios as the parser does`() throws {
        let schema = Repository.path("schema/scenario.schema.json")
        let answer = try Self.python([Self.validator, schema] + Self.documents.map(\.text))
        let verdicts = try #require(answer).filter { "01".contains($0) }
        #expect(verdicts.count == Self.documents.count)
        for (verdict, document) in zip(verdicts, Self.documents) {
            #expect((verdict == "1") == document.isRight, "\(document.text)")
        }
    }
    private static let yamlValidator = validator.replacing("import json, ", with: "import json, yaml, ")
        .replacing("json.loads(", with: "yaml.safe_load(")

    private static let hasYAML = (try? python(["import jsonschema, yaml"])) != nil

    @Test(.enabled(if: hasYAML, "python3-jsonschema and python3-yaml are not both installed"))
    func `takes every scenario that is written`() throws {
        let texts =
            [try Scenario(text: `A written scenario`.whole)]
            + (try Repository.scenarios.map { try Scenario(contentsOf: Repository.path("scenarios/" + $0)) })
        let schema = Repository.path("schema/scenario.schema.json")
        let answer = try Self.python([Self.yamlValidator, schema] + texts.map(\.text))
        let verdicts = try #require(answer).filter { "01".contains($0) }
        #expect(verdicts == String(repeating: "1", count: texts.count))
    }
}
