import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// A server that responds as recorded in a HAR file of another program.
@Suite(.timeLimit(.minutes(2)))
struct ServedArchiveTests {
    /// An entry as a browser writes it: names in lower case, the body decoded, fields of its own.
    static func entry(
        _ url: String, at second: Int = 0, _ body: [UInt8]?, type: String, isText: Bool = false,
        status: Int = 200, request: [String: String] = [:], response: [String: String] = [:],
        wait: Double = 0, method: String = "GET"
    ) -> String {
        let fields = { (fields: [String: String]) in
            fields.map { #"{"name": "\#($0)", "value": "\#($1)"}"# }.joined(separator: ", ")
        }
        let text = body.map { body in
            isText
                ? String(decoding: body, as: UTF8.self).replacing("\n", with: "\\n").replacing(
                    "\"", with: "\\\"")
                : Data(body).base64EncodedString()
        }
        let content =
            text.map { #", "text": "\#($0)"\#(isText ? "" : #", "encoding": "base64""#)"# } ?? ""
        return """
            {"_initiator": {"type": "script", "stack": {"callFrames": []}}, "_priority": "High",
             "_resourceType": "xhr", "cache": {}, "connection": "443", "pageref": "page_1",
             "startedDateTime": "2026-03-01T10:00:\(10 + second).123Z", "time": 12.5,
             "request": {"method": "\(method)", "url": "\(url)", "httpVersion": "http/2.0", "cookies": [],
                "queryString": [], "headersSize": -1, "bodySize": 0,
                "headers": [{"name": ":authority", "value": "x"}\(request.isEmpty ? "" : ", ")\(fields(request))]},
             "response": {"status": \(status), "statusText": "", "httpVersion": "http/2.0", "cookies": [],
                "headers": [{"name": "content-type", "value": "\(type)"}\(response.isEmpty ? "" : ", ")\(fields(response))],
                "content": {"size": \(body?.count ?? 4711), "mimeType": "\(type)", "compression": 12\(content)},
                "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 812, "_error": null},
             "serverIPAddress": "[2606:2800::1]",
             "timings": {"blocked": 1.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": \(wait),
                "receive": 2.25, "_blocked_queueing": 0.5}}
            """
    }

    static func har(_ entries: [String]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har").path
        let text = """
            \u{FEFF}{"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
             "pages": [{"id": "page_1", "startedDateTime": "2026-03-01T10:00:00.000Z", "title": "x",
                "pageTimings": {"onLoad": null}}], "entries": [\(entries.joined(separator: ",\n"))]}}
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    static func archive(_ entries: [String]) throws -> ServedArchive {
        let path = try har(entries)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try ServedArchive(contentsOf: path)
    }

    static func sample(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Samples.directory.appending(path: name)))
    }

    static let coded = ["content-encoding": "gzip", "content-length": "123", "transfer-encoding": "chunked"]

    static func stream() throws -> [String] {
        let playlist = String(decoding: try sample("hls-ts/low.m3u8"), as: UTF8.self)
            .replacing("low-1.ts", with: "https://cdn.example.org:8443/x/low-1.ts?token=a%2Fb")
        var entries = [
            entry(
                "https://www.example.org/pixel", Array("{}".utf8), type: "application/json", method: "POST"),
            entry(
                "https://www.example.org/vod/low.m3u8?v=1", at: 1, Array(playlist.utf8),
                type: "application/x-mpegURL", isText: true, response: coded),
        ]
        for (index, name) in playlist.split(separator: "\n").filter({ !$0.hasPrefix("#") }).enumerated() {
            let file = name.hasPrefix("https") ? "low-1.ts" : String(name)
            let url = name.hasPrefix("https") ? String(name) : "https://www.example.org/vod/\(name)"
            entries.append(
                entry(url, at: 2 + index, try sample("hls-ts/\(file)"), type: "video/mp2t", wait: 20))
        }
        return entries
    }

    static func configuration(_ clock: VirtualClock) -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        (configuration.video, configuration.audio) = (.none, .none)
        configuration.clock = .virtual(clock)
        return configuration
    }

    @Test func `the stream of a browser's recording plays from all its hosts`() async throws {
        let clock = VirtualClock()
        let archive = try Self.archive(try Self.stream())
        let server = try await MediaServer(har: archive, clock: clock)
        #expect(archive.addresses[1] == "vod/low.m3u8?v=1")
        let snapshot = try await server.plays("vod/low.m3u8", with: Self.configuration(clock))
        #expect(snapshot.error != nil)
        let again = try await MediaServer(har: archive, clock: clock)
        let player = Player(configuration: Self.configuration(clock))
        player.load(MediaItem(uri: again.address + "vod/low.m3u8?v=1"), autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        #expect(again.log.requests.allSatisfy { $0.status == 200 })
        #expect(again.log.requests.contains { $0.path == "x/low-1.ts" && $0.query == "token=a%2Fb" })
        await player.close()
        await again.close()
    }

    func get(_ server: MediaServer, _ path: String, range: String? = nil) async throws -> (Int?, [UInt8]) {
        let headers = range.map { ["Range": $0] } ?? [:]
        let reply = try await RawClient.get("/" + path, at: server.port, headers: headers)
        return (reply.status, reply.body)
    }

    @Test func `responses come in their order, and the last one repeats`() async throws {
        let server = try await MediaServer(
            har: try Self.archive([
                Self.entry("http://a.test/x", at: 3, Array("three".utf8), type: "text/plain", isText: true),
                Self.entry("http://a.test/x", at: 1, Array("one".utf8), type: "text/plain"),
                Self.entry("http://b.test/x", at: 2, Array("no".utf8), type: "text/plain", status: 503),
            ]))
        var bodies: [String] = []
        for _ in 0..<4 { bodies.append(String(decoding: try await get(server, "x").1, as: UTF8.self)) }
        #expect(bodies == ["one", "no", "three", "three"])
        #expect(server.log.requests.map(\.status) == [200, 503, 200, 200])
        #expect(try await get(server, "y").0 == 404)
        await server.close()
    }

    @Test func `a range comes from what was recorded`() async throws {
        let bytes = (0..<100).map { UInt8($0) }
        let server = try await MediaServer(
            har: try Self.archive([
                Self.entry("http://a.test/whole", bytes, type: "video/mp4"),
                Self.entry(
                    "http://a.test/parts", Array(bytes[0..<60]), type: "video/mp4", status: 206,
                    request: ["range": "bytes=0-59"], response: ["content-range": "bytes 0-59/100"]),
                Self.entry(
                    "http://a.test/parts", Array(bytes[50..<100]), type: "video/mp4", status: 206,
                    request: ["range": "bytes=50-"], response: ["content-range": "bytes 50-99/100"]),
            ]))
        for path in ["whole", "parts"] {
            let (status, body) = try await get(server, path, range: "bytes=55-64")
            #expect(status == 206 && body == Array(bytes[55...64]))
            #expect(try await get(server, path).1 == bytes)
        }
        #expect(try await get(server, "parts", range: "bytes=0-59").1 == Array(bytes[0..<60]))
        await server.close()
    }

    @Test func `a missing body is one error, or a file of a folder`() async throws {
        let entries = [
            Self.entry("http://a.test/vod/tone.wav", nil, type: "audio/wav"),
            Self.entry("http://a.test/vod/other.wav", at: 1, nil, type: "audio/wav"),
        ]
        await #expect(throws: MediaServerError.missingBody(uri: "http://a.test/vod/tone.wav")) {
            try await MediaServer(har: try Self.archive(entries))
        }
        let server = try await MediaServer(
            folder: Samples.directory.path, har: try Self.archive([entries[0]]))
        #expect(try await get(server, "vod/tone.wav").1 == (try Self.sample("tone.wav")))
        await server.close()
    }

    @Test(arguments: [
        ("{", "it is no JSON"), (#"{"log": {}}"#, "log.entries is missing"),
        (#"{"log": {"entries": [{"request": {}}]}}"#, "log.entries[0].request.method is missing"),
        (#"{"log": {"entries": []}}"#, "has no HTTP requests"),
    ])
    func `a file that is no HAR is refused in words`(text: String, message: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: DocumentError.self) { try ServedArchive(contentsOf: path) }
        #expect(error?.message.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.file == path)
    }
}
