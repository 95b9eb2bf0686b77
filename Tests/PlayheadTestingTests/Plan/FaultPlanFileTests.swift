import Foundation
import TestSupport
import Testing

@testable import PlayheadServer
@testable import TestBasics

@Suite struct FaultPlanFileTests {
    static let whole = FaultPlan(
        rules: [
            FaultRule("a", .latency(.milliseconds(1500)), .rate(.bytesPerSecond(1000)), .status(503)),
            FaultRule("b", method: "GET", requests: 2, .reset(at: .bytes(10)), .cut(at: .share(0.5))),
            FaultRule("c", requests: [1, .requests(3...5), .requests(from: 9)], .stall(at: 0), .stale),
            FaultRule("d", .stall(at: .bytes(9), for: .seconds(2)), .length(.share(2)), .withoutLength),
            FaultRule("e", .type("text/html"), .redirect(to: "/x"), .ignoresRanges, .windowMoves(by: 3)),
            FaultRule("f", .redirect(to: nil, status: 307), .headers(["A": "b"])),
            FaultRule("g", .requires(["A": "*"], status: 403)),
            FaultRule(
                "h", .rate(ByteRate([.init(bytesPerSecond: 5, for: .seconds(1)), .init(bytesPerSecond: 6)]))),
        ],
        streams: [
            "live.m3u8": LiveStream(from: "vod.m3u8", window: .all, firstSequence: 4),
            "b.m3u8": LiveStream(from: "vod.m3u8", startsWith: 5, segmentCount: 9, end: .stale),
        ],
        documents: ["a.m3u8": "#EXTM3U\n"])

    @Test func `a fault plan is read as it was written, in JSON`() throws {
        let json = try JSONEncoder().encode(Self.whole)
        #expect(try FaultPlan(text: String(decoding: json, as: UTF8.self)) == Self.whole)
        #expect(try JSONDecoder().decode(FaultPlan.self, from: json) == Self.whole)
    }

    @Test func `a fault plan has short forms for numbers, times and rates`() throws {
        let text = """
            rules:
              - path: "*.ts"
                requests: [2, 5-7, 10-]
                latency: 250 ms
                rate: [1 MB/s for 1.5 min, 200kbit/s]
                stall: {at: 10 kB, for: 3s}
                redirect: itself
                requires: {headers: {Cookie: "*"}}
                ignoresRanges: false
            """
        let rule = FaultRule(
            "*.ts", requests: [2, .requests(5...7), .requests(from: 10)], .latency(.milliseconds(250)),
            .rate(
                ByteRate([
                    .init(bytesPerSecond: 1_000_000, for: .seconds(90)), .init(bytesPerSecond: 25000),
                ])),
            .stall(at: .bytes(10000), for: .seconds(3)), .redirect(to: nil), .requires(["Cookie": "*"]))
        #expect(try FaultPlan(text: text) == FaultPlan(rules: [rule]))
    }

    static let mistakes: [(text: String, place: String, message: String)] = [
        (
            "rules:\n  - path: a\n    satus: 404\n", "3:5",
            "`satus` is not known here; known are path, method, requests"
        ),
        ("rule: []", "1:1", "`rule` is not known here; known are rules, streams, documents"),
        ("rules:\n  - status: 404\n", "2:5", "`path` is missing"),
        ("rules:\n  - path: a\n", "2:5", "the rule has no fault"),
        ("rules:\n  - path: ''\n    status: 404", "2:11", "the path is empty"),
        ("rules:\n  - path: a\n    status: 42\n", "3:13", "expected a status such as 404, not `42`"),
        (
            "rules:\n  - path: a\n    latency: soon", "3:14",
            "expected a time such as 250 ms, 2 s or 1.5 min, not `soon`"
        ),
        ("rules:\n  - path: a\n    latency: 3", "3:14", "expected a time such as 250 ms"),
        ("rules:\n  - path: a\n    rate: [1 MB/s, 2 MB/s]", "3:11", "each rate but the last needs a time"),
        ("rules:\n  - path: a\n    rate: [1 MB/s for 1 s, fast]", "3:28", "expected a rate such as 200 kB/s"),
        ("rules:\n  - path: a\n    requests: 3-1\n    status: 404", "3:15", "expected numbers of requests"),
        (
            "rules:\n  - path: a\n    stall: {at: 5, fro: 1 s}", "3:20",
            "`fro` is not known here; known are at, for"
        ),
        ("rules:\n  - path: a\n    stale: perhaps", "3:12", "expected true or false"),
        ("rules:\n  - path: a\n    cut: [1]", "3:10", "expected a number of bytes such as 4096"),
        (
            "rules:\n  - path: a\n    status: 404\n    status: 500", "3:5",
            "`status` stands here more than once"
        ),
        ("rules:\n  path: a", "2:3", "expected a list"),
        ("rules:\n  - a", "2:5", "expected a mapping"),
        (
            "streams:\n  a.m3u8:\n    window: 0\n    source: b", "3:13",
            "expected a number of segments, or `all`"
        ),
        (
            "streams:\n  a.m3u8:\n    source: b\n    startsWith: 0", "4:17",
            "expected a number from 1 on, not 0"
        ),
        ("streams:\n  a.m3u8: {}", "2:11", "`source` is missing"),
        ("rules: [", "2:1", ""), ("rules: \"", "", ""), ("", "1:1", "the file is empty"),
        ("{\"rules\": [{\"path\": \"a\", \"status\": 42}]}", "1:36", "expected a status"),
    ]

    @Test(arguments: mistakes)
    func `a fault plan with a mistake is refused with line and column`(
        text: String, place: String, message: String
    ) throws {
        let error = try #require(throws: DocumentError.self) { try FaultPlan(text: text) }
        if !place.isEmpty { #expect("\(error.line ?? 0):\(error.column ?? 0)" == place) }
        #expect(error.message.hasPrefix(message), "\(error)")
    }

    @Test func `an error in a fault plan names the file`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("rule: 1", to: "plan.yaml")
        let error = try #require(throws: DocumentError.self) { try FaultPlan(contentsOf: path) }
        #expect(error.description.hasPrefix("\(path):1:1: `rule` is not known"))
        let missing = try #require(throws: DocumentError.self) { try FaultPlan(contentsOf: "/none.yaml") }
        #expect(missing.description == "/none.yaml: there is no such file")
    }
}
