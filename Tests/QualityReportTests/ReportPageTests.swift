import Foundation
import FoundationXML
import Testing

@testable import QualityReport

struct ReportPageTests {
    private var page: ReportPage {
        var input = ReportPage.Input(name: "<a> & \"b\".m3u8", severity: .error, verdict: "1 must")
        input.command = "playhead validate 'a b'"
        var finding = ReportPage.Finding(.error, "hls.rule", "the <tag> is missing")
        (finding.times, finding.details, finding.command) = (
            [1.5, 62], ["a & b"], "playhead validate --explain hls.rule"
        )
        input.findings = [finding, ReportPage.Finding(.passed, "opens", "")]
        var line = ReportPage.Timeline(title: "Stream", duration: 120)
        line.pictures = [
            ReportPage.Picture(time: 2, jpeg: [0xFF, 0xD8]), ReportPage.Picture(time: 60, jpeg: [0xFF]),
        ]
        line.lanes = [
            ReportPage.Lane(name: "seams", spans: [.init(10, 20, "gap"), .init(15, 30, "gap", .warning)])
        ]
        var curve = ReportPage.Curve(name: "v0", unit: "kbit/s", points: [(0, 100), (60, 300)])
        curve.limit = ("BANDWIDTH", 200)
        line.curves = [curve]
        input.timelines = [line]
        input.tables = [ReportPage.Table(title: "Streams", columns: ["name"], rows: [["<v0>"]])]
        return ReportPage(
            title: "Report", inputs: [input, ReportPage.Input(name: "b", severity: .passed, verdict: "ok")])
    }

    /// The part of the page that is also XML.
    private func tree(_ html: String) throws -> XMLDocument {
        let start = try #require(html.range(of: "<body>"))
        let end = try #require(html.range(of: "<script>"))
        let body = html[start.lowerBound..<end.lowerBound] + "</body>"
        let closed = String(body)
            .replacing(/<(meta|img|input|br)([^>]*)>/) { "<\($0.output.1)\($0.output.2)/>" }
            .replacingOccurrences(of: " hidden", with: " hidden=\"\"")
            .replacingOccurrences(of: " checked", with: " checked=\"\"")
        return try XMLDocument(xmlString: closed)
    }

    @Test func `Elements are closed, and texts are escaped`() throws {
        let html = page.html
        let tree = try tree(html)
        #expect(try tree.nodes(forXPath: "//h2").last?.stringValue == "✓ passed b")
        #expect(try tree.nodes(forXPath: "//li/p").first?.stringValue == "the <tag> is missing")
        #expect(try tree.nodes(forXPath: "//td").last?.stringValue == "<v0>")
    }

    @Test func `Each link leads to an element, and marks and findings to each other`() throws {
        let tree = try tree(page.html)
        let ids = try tree.nodes(forXPath: "//@id").compactMap(\.stringValue)
        let links = try tree.nodes(forXPath: "//@href").compactMap(\.stringValue)
        #expect(Set(ids).count == ids.count)
        for link in links { #expect(ids.contains(String(link.dropFirst())), "\(link)") }
        #expect(links.contains("#mark-1-1-2") && links.contains("#finding-1-1"))
    }

    @Test func `There are no outside resources`() throws {
        let html = page.html
        for word in ["http:", "https:", "//", "@import", "url("] {
            #expect(!html.replacing("data:image/jpeg;base64,/9g=", with: "").contains(word), "\(word)")
        }
        let sources = try tree(html).nodes(forXPath: "//@src").compactMap(\.stringValue)
        #expect(sources.count == 2 && sources.allSatisfy { $0.hasPrefix("data:image/jpeg;base64,") })
    }

    @Test func `Severities have signs and words`() {
        let html = page.html
        for severity in ReportPage.Severity.allCases where severity == .error || severity == .passed {
            #expect(html.contains(">\(severity.sign) \(severity.word)<"))
        }
    }

    @Test func `An hour of six variants is below 2 MB`() {
        var input = ReportPage.Input(name: "a", severity: .passed, verdict: "ok")
        var line = ReportPage.Timeline(title: "Stream", duration: 3600)
        line.pictures = (0..<24).map {
            ReportPage.Picture(time: Double($0) * 150, jpeg: [UInt8](repeating: 1, count: 6000))
        }
        line.curves = (0..<6).map { number in
            ReportPage.Curve(
                name: "v\(number)", unit: "kbit/s",
                points: (0..<36_000).map { (Double($0) / 10, Double($0 * 7919 % 5000)) })
        }
        line.lanes = [
            ReportPage.Lane(
                name: "requests",
                spans: (0..<5400).map { .init(Double($0) / 2, Double($0) / 2 + 1, "segment") })
        ]
        input.timelines = [line]
        input.findings = (0..<200).map {
            ReportPage.Finding(.warning, "rule \($0)", String(repeating: "long ", count: 40))
        }
        #expect(ReportPage(title: "Hour", inputs: [input]).html.utf8.count < 2_000_000)
    }

    @Test func `States that follow each other are in one row`() {
        var lane = ReportPage.Lane(
            name: "state", spans: (0..<50).map { .init(Double($0) / 10, Double($0 + 1) / 10, "up") })
        var line = ReportPage.Timeline(title: "Watch", duration: 100_000)
        line.lanes = [lane]
        #expect(TimelineHTML(timeline: line, findings: [], number: 1).text.contains("top:12px"))
        lane.isSequence = true
        line.lanes = [lane]
        #expect(!TimelineHTML(timeline: line, findings: [], number: 1).text.contains("top:12px"))
    }

    @Test(arguments: [
        (0.0, "23:59:58"), (1.4, "23:59:59"), (2.0, "11-29 00:00:00"), (86_402.0, "11-30 00:00:00"),
    ])
    func `Times of day follow the real time of the beginning`(time: Double, text: String) {
        var line = ReportPage.Timeline(title: "Watch", duration: 100_000)
        line.startsAt = 1_764_374_398
        #expect(line.text(of: time) == text)
    }

    @Test(arguments: [(600.0, ["00:02:00", "00:04:00"]), (86_400.0, ["04:00:00", "08:00:00"])])
    func `The axis of real time has round times`(duration: Double, texts: [String]) {
        var line = ReportPage.Timeline(title: "Watch", duration: duration)
        line.startsAt = 1_764_374_398
        let html = TimelineHTML(timeline: line, findings: [], number: 1).text
        for text in texts { #expect(html.contains("\(text)</span>"), "\(text)") }
        #expect(html.contains("data-start=\"1764374398\""))
    }

    @Test(arguments: [
        (0.0, "0:00"), (1.54, "0:01.5"), (61, "1:01"), (3661.96, "1:01:02"), (-1, "0:00"), (.infinity, "–"),
    ])
    func `Times are clocks`(time: Double, text: String) { #expect(time.clock == text) }
}
