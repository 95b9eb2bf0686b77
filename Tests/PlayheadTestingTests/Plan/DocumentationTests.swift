import Foundation
import PlayheadServer
import TestSupport
import Testing

@testable import TestBasics

/// The plan in docs/media-server.md does what is written beside it.
@Suite(.timeLimit(.minutes(1)))
struct DocumentationTests {
    let clock = HastyClock()
    let server: MediaServer

    init() async throws {
        let page = URL(filePath: Repository.media).appending(path: "../docs/media-server.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.components(separatedBy: "```yaml\n").dropFirst().first)
        let plan = try FaultPlan(text: block.components(separatedBy: "```")[0])
        server = try await MediaServer(folder: Repository.media, plan: plan, clock: clock)
    }

    @Test func `the documented plan slows segments and fails one request`() async throws {
        let requests = Array(repeating: Request("/hls-ts/low-2.ts"), count: 2)
        let replies = try await RawClient.exchange(requests, at: server.port)
        #expect(replies.map(\.status) == [503, 200] && replies[0].headers["retry-after"] == "1")
        let record = try await server.log.waitsForAnswer(count: 2)
        #expect((record.ended ?? .zero) - record.arrived > .milliseconds(220))
    }

    @Test func `the documented plan has a live stream with a playlist that is stale twice`() async throws {
        var numbers: [Substring] = []
        for _ in 0..<5 {
            let text = try await RawClient.get("/live/tv.m3u8", at: server.port).text
            numbers += text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") }
            clock.advance(by: .seconds(4))
        }
        #expect(numbers.map { $0.split(separator: ":")[1] } == ["0", "1", "1", "1", "7"])
    }

    @Test func `the documented plan has a document, and resets a connection`() async throws {
        #expect(try await RawClient.get("/none.m3u8", at: server.port).text == "#EXTM3U\n")
        let reply = try await RawClient.get(
            "/av-h264-aac.mp4", at: server.port, headers: ["Range": "bytes=9-"])
        let whole = try Repository.bytes("media/av-h264-aac.mp4")
        #expect(reply.status == 200 && reply.end == .reset && reply.body.count == whole.count * 6 / 10)
    }
}
