import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// The record of all requests, and a server that repeats it.
@Suite(.timeLimit(.minutes(2)))
struct HTTPArchiveTests {
    struct Entry: Decodable {
        struct Field: Decodable { var name, value: String }
        struct Request: Decodable {
            var method, url: String
            var headers, queryString: [Field]
        }
        struct Content: Decodable {
            var size: Int
            var mimeType: String
            var text, encoding, comment: String?
            var compression: Int?
        }
        struct Response: Decodable {
            var status: Int
            var statusText, redirectURL: String
            var headers: [Field]
            var content: Content
            var bodySize: Int
        }
        struct Timings: Decodable { var wait, receive: Double }
        enum CodingKeys: String, CodingKey {
            case startedDateTime, time, request, response, timings, serverIPAddress
            case error = "_error"
        }
        var startedDateTime: String
        var time: Double
        var request: Request
        var response: Response
        var timings: Timings
        var serverIPAddress, error: String?
    }

    struct Document: Decodable {
        struct Log: Decodable { var entries: [Entry] }
        var log: Log
    }

    static let faults = [
        FaultRule("low.m3u8", .latency(.milliseconds(300))),
        FaultRule("low-1.ts", requests: 1, .status(503)),
        FaultRule("low-2.ts", .rate(.bytesPerSecond(40_000))),
        FaultRule("low-3.ts", requests: 1, .cut(at: .bytes(20_000))),
        FaultRule("*.m4s", .rate(.bytesPerSecond(100_000))),
        FaultRule("av-h264-aac.mp4", requests: 1, .cut(at: .bytes(40_000))),
    ]

    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har").path

    func entries() throws -> [Entry] {
        let data = try Data(contentsOf: URL(filePath: file))
        try FileManager.default.removeItem(atPath: file)
        return try JSONDecoder().decode(Document.self, from: data).log.entries
    }

    /// The events of a playback, with the addresses of the server left out.
    func play(_ server: MediaServer, _ path: String, on clock: VirtualClock, _ archive: HTTPArchive? = nil)
        async throws -> [String]
    {
        var configuration = PlayerConfiguration.virtual(clock)
        configuration.network.archive = archive
        let player = Player(configuration: configuration)
        let log = EventLog()
        player.addObserver(log)
        player.load(MediaItem(uri: server.address + path), autoplay: true)
        _ = try await player.waitForEnd(within: .seconds(60))
        await player.close()
        await server.close()
        archive?.finish()
        return log.events.map { "\($0)".replacing(server.address, with: "/") }
    }

    @Test(
        .inTurn, .serialized,
        arguments: ["hls-ts/low.m3u8", "hls-fmp4/master.m3u8", "hls-tracks/master.m3u8", "av-h264-aac.mp4"])
    func `recorded media plays again with the same events`(path: String) async throws {
        await #expect(processExitsWith: .success) { [path] in
            let tests = HTTPArchiveTests()
            let archive = try HTTPArchive(path: tests.file, keepsBodies: true)
            let clock = VirtualClock()
            let original = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(rules: Self.faults), clock: clock)
            let first = try await tests.play(original, path, on: clock, archive)
            let recorded = try ServedArchive(contentsOf: tests.file)
            #expect(recorded.addresses.contains(path))
            let again = VirtualClock()
            let second = try await tests.play(
                try await MediaServer(har: recorded, clock: again), path, on: again)
            let difference = zip(first, second).first { $0 != $1 }
            #expect(difference == nil, "\(difference.map { "\($0)" } ?? "")")
            #expect(first.count == second.count)
            #expect(first.contains { $0.hasPrefix("finished(") })
            try FileManager.default.removeItem(atPath: tests.file)
        }
    }

    @Test func `each request is recorded with its response, times and faults`() async throws {
        let archive = try HTTPArchive(path: file, keepsBodies: true)
        let clock = VirtualClock()
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(rules: Self.faults), clock: clock)
        _ = try await play(server, "hls-ts/low.m3u8?a=b%20c&d", on: clock, archive)
        let entries = try entries()
        #expect(entries.count == server.log.requests.count)
        let playlist = try #require(entries.first)
        #expect(playlist.request.queryString.map { "\($0.name)=\($0.value)" } == ["a=b c", "d="])
        #expect(
            playlist.response.status == 200 && playlist.response.content.text?.hasPrefix("#EXTM3U") == true)
        #expect((300..<400).contains(playlist.timings.wait) && playlist.serverIPAddress == "127.0.0.1")
        let second = entries.filter { $0.request.url.hasSuffix("low-1.ts") }
        #expect(second.map(\.response.status) == [503, 200])
        let slow = try #require(entries.first { $0.request.url.hasSuffix("low-2.ts") })
        #expect(slow.response.content.encoding == "base64" && slow.error == nil)
        #expect(abs(slow.timings.receive - Double(slow.response.bodySize) / 40) < 50, "\(slow.timings)")
        let cut = entries.filter { $0.request.url.hasSuffix("low-3.ts") }
        #expect(
            cut.count == 2 && cut[0].response.content.size == 20_000
                && cut[0].error?.contains("bodyCut") == true)
    }

    @Test func `credentials are left out unless they are wanted`() async throws {
        for keepsSecrets in [false, true] {
            let archive = try HTTPArchive(path: file, keepsSecrets: keepsSecrets)
            let rule = FaultRule("**", .headers(["Set-Cookie": "session=hidden"]))
            let server = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(rules: [rule]))
            var inspector = MediaInspector()
            inspector.network.headers = [
                "authorization": "Bearer hidden", "Cookie": "a=hidden", "X-A": "seen",
            ]
            inspector.network.archive = archive
            _ = await inspector.inspect(MediaItem(uri: server.address(of: "tone.wav")))
            archive.finish()
            await server.close()
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("hidden") == keepsSecrets && text.contains("(redacted)") != keepsSecrets)
            #expect(text.contains("seen"))
            let entries = try entries()
            #expect(!entries.isEmpty && entries.allSatisfy { $0.response.content.text == nil })
        }
    }

    @Test func `a request without a response has status 0 and its error`() async throws {
        let archive = try HTTPArchive(path: file)
        let server = try await MediaServer(folder: Samples.directory.path)
        let uri = server.address(of: "tone.wav")
        await server.close()
        var inspector = MediaInspector()
        inspector.network.archive = archive
        inspector.networkRecovery.retries = 0
        _ = await inspector.inspect(MediaItem(uri: uri))
        archive.finish()
        let entry = try #require(try entries().first)
        #expect(entry.response.status == 0 && entry.error?.contains("connectionRefused") == true)
    }

    @Test func `the file is a whole document before the end, and names what was interrupted`() async throws {
        let archive = try HTTPArchive(path: file)
        let rule = FaultRule("**", .stall(at: 100))
        let server = try await MediaServer(folder: Samples.directory.path, plan: FaultPlan(rules: [rule]))
        var configuration = PlayerConfiguration.silent
        configuration.network.archive = archive
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: server.address(of: "tone.wav")), autoplay: true)
        try await server.log.wait(for: "tone.wav")
        let before = try Data(contentsOf: URL(filePath: file))
        #expect(try JSONDecoder().decode(Document.self, from: before).log.entries.isEmpty)
        archive.finish()
        #expect(try entries().map(\.error) == ["cancelled"])
        await player.close()
        await server.close()
    }
}
