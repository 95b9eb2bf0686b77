import Foundation
import FoundationXML
import Testing

@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(2))) struct `The command validates` {
    private static let stream = SampleMedia.path("hls-ts/master.m3u8")

    /// A playlist whose only segment is missing and too long.
    private func faulty(_ folder: TemporaryFolder) throws -> String {
        try folder.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:2,\nmissing.ts\n#EXT-X-ENDLIST\n", to: "faulty.m3u8")
    }

    @Test func `a good stream`() async throws {
        let result = try await PlayheadBinary.run("validate", Self.stream)
        #expect(result.code == 0 && result.errors == "")
        #expect(result.output.hasPrefix("\(Self.stream): no violation, "))
    }

    @Test func `a stream with violations, and writes all reports`() async throws {
        let folder = try TemporaryFolder()
        let playlist = try faulty(folder)
        let result = try await PlayheadBinary.run(
            "validate", "--retries", "0", "--junit", folder.path + "/r.xml", "--sarif",
            folder.path + "/r.sarif",
            "--markdown", folder.path + "/r.md", "--report", folder.path + "/r.html", playlist)
        #expect(result.code == 1)
        #expect(
            result.output.contains(
                "must   hls.targetduration-exceeded\n       faulty.m3u8:3 at 0:00: the segment lasts 2.0 s"))
        #expect(result.output.contains("must   hls.segment-missing\n"))
        func content(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }
        let suite = try XMLDocument(data: content("r.xml"))
        #expect(try suite.nodes(forXPath: "//testcase[@name='hls.segment-missing']/failure").count == 1)
        #expect(try suite.nodes(forXPath: "//testcase").count > 100)
        let sarif = try JSONSerialization.jsonObject(with: content("r.sarif")) as? [String: Any]
        let runs = try #require(sarif?["runs"] as? [[String: Any]])
        let results = try #require(runs.first?["results"] as? [[String: Any]])
        #expect(results.compactMap { $0["ruleId"] as? String }.contains("hls.targetduration-exceeded"))
        #expect(
            String(decoding: try content("r.md"), as: UTF8.self).contains("| must | `hls.segment-missing` |"))
        #expect(String(decoding: try content("r.html"), as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `by chosen rules`() async throws {
        let folder = try TemporaryFolder()
        let playlist = try faulty(folder)
        let all = try await PlayheadBinary.run("validate", "--no-segments", "--disable", "hls.*", playlist)
        #expect(all.code == 0)
        let weak = try await PlayheadBinary.run(
            "validate", "--profile", "apple", "--fail-on", "should", "--disable", "hls.*", "--no-segments",
            playlist)
        #expect(weak.code == 1 && weak.output.contains("should apple.targetduration"))
        let page = try await PlayheadBinary.run("validate", "--explain", "hls.bandwidth-exceeded")
        #expect(page.code == 0 && page.output.contains("RFC 8216bis 4.4.6.2"))
    }

    @Test func `not what cannot be loaded`() async throws {
        let missing = try await PlayheadBinary.run(
            "validate", "--retries", "0", "/nothing/here.m3u8", Self.stream)
        #expect(missing.code == 3 && missing.errors.contains("No such file"))
        #expect(missing.output.contains("no violation"))
    }

    @Test(arguments: [
        (["validate"], "Nothing to validate"),
        (["validate", "--enable", "hls.nothing", "a.m3u8"], "There is no rule hls.nothing"),
        (["validate", "--jobs", "0", "a.m3u8"], "--jobs must lie"), (["watch"], "Nothing to watch"),
        (["watch", "--loudness", "loud", "http://a/"], "loudness"),
        (["watch", "--webhook", "ftp://a", "http://a/"], "--webhook must be"),
    ]) func `wrong usage is an error`(arguments: [String], words: String) async throws {
        let result = await RunResult(try await PlayheadBinary.start(arguments))
        #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
    }
}
