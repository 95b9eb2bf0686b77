import Foundation
import PlayheadServer
import TestSupport
import Testing

@testable import TestBasics

/// What every client of a server without faults sees (RFC 9110).
@Suite(.timeLimit(.minutes(1)))
struct ServingTests {
    let folder: TemporaryFolder
    let server: MediaServer

    init() async throws {
        folder = try TemporaryFolder()
        try folder.write("0123456789", to: "ten.mp4")
        try folder.write("", to: "empty.ts")
        try folder.write("spaces", to: "a folder/ä & b #1.ts")
        server = try await MediaServer(folder: folder.path)
    }

    @Test func `a file is served with its type, length, tag and date`() async throws {
        let reply = try await RawClient.get("/ten.mp4", at: server.port)
        #expect(reply.status == 200 && reply.text == "0123456789")
        #expect(reply.headers["content-type"] == "video/mp4" && reply.headers["content-length"] == "10")
        #expect(reply.headers["accept-ranges"] == "bytes")
        #expect(reply.headers["etag"]?.hasPrefix("\"") == true)
        #expect(reply.headers["last-modified"]?.hasSuffix(" GMT") == true)
        #expect(reply.headers["date"]?.count == "Sun, 06 Nov 1994 08:49:37 GMT".count)
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=8-", "89", "bytes 8-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=5-99", "56789", "bytes 5-9/10"),
        ("bytes=-99", "0123456789", "bytes 0-9/10"), ("BYTES=9-9", "9", "bytes 9-9/10"),
    ])
    func `a byte range is served`(range: String, text: String, content: String) async throws {
        let reply = try await RawClient.get("/ten.mp4", at: server.port, headers: ["Range": range])
        #expect(reply.status == 206 && reply.text == text)
        #expect(reply.headers["content-range"] == content)
    }

    @Test(arguments: ["bytes=10-", "bytes=99-100", "bytes=-0"])
    func `a byte range behind the end is refused`(range: String) async throws {
        let reply = try await RawClient.get("/ten.mp4", at: server.port, headers: ["Range": range])
        #expect(reply.status == 416 && reply.headers["content-range"] == "bytes */10")
    }

    @Test(arguments: [
        "bytes=3-1", "bytes=a-b", "bytes", "bytes=-", "lines=0-1", "bytes=0-1,4-5", "bytes=+1-2",
    ])
    func `a malformed, unknown or multiple range gives the whole file`(range: String) async throws {
        let reply = try await RawClient.get("/ten.mp4", at: server.port, headers: ["Range": range])
        #expect(reply.status == 200 && reply.text == "0123456789")
    }

    @Test func `a conditional byte range is served only for the same file`() async throws {
        let first = try await RawClient.get("/ten.mp4", at: server.port)
        let tag = try #require(first.headers["etag"])
        let date = try #require(first.headers["last-modified"])
        for (condition, status) in [(tag, 206), (date, 206), ("\"other\"", 200), ("W/" + tag, 200)] {
            let headers = ["Range": "bytes=0-1", "If-Range": condition]
            #expect(try await RawClient.get("/ten.mp4", at: server.port, headers: headers).status == status)
        }
        for headers in [["If-None-Match": tag], ["If-Modified-Since": date]] {
            let reply = try await RawClient.get("/ten.mp4", at: server.port, headers: headers)
            #expect(reply.status == 304 && reply.body.isEmpty)
        }
        try folder.write("changed", to: "ten.mp4")
        let headers = ["Range": "bytes=0-1", "If-Range": tag]
        #expect(try await RawClient.get("/ten.mp4", at: server.port, headers: headers).text == "changed")
    }

    @Test func `a HEAD request gets the head of GET`() async throws {
        let requests = [Request("/ten.mp4"), Request("/ten.mp4", "HEAD"), Request("/ten.mp4")]
        let replies = try await RawClient.exchange(requests, at: server.port)
        #expect(replies.map(\.status) == [200, 200, 200])
        #expect(replies[1].headers["content-length"] == "10" && replies[1].body.isEmpty)
        #expect(replies[2].text == "0123456789")
    }

    @Test func `a connection is kept until a request asks to close it`() async throws {
        let requests = [
            Request("/ten.mp4"), Request("/missing"), Request("/empty.ts"),
            Request("/ten.mp4", "GET", ["Connection": "close"]),
        ]
        let replies = try await RawClient.exchange(requests + [Request("/ten.mp4")], at: server.port)
        #expect(replies.prefix(4).map(\.status) == [200, 404, 200, 200])
        #expect(replies[4].status != 200)
        #expect(replies[3].headers["connection"] == "close")
        #expect(Set(server.log.requests.map(\.connection)) == [1])
    }

    @Test func `percent-encoded names are decoded`() async throws {
        let target = "/a%20folder/%C3%A4%20&%20b%20%231.ts?token=1%202"
        let reply = try await RawClient.get(target, at: server.port)
        #expect(reply.text == "spaces" && reply.headers["content-type"] == "video/mp2t")
        #expect(server.log.requests.last?.path == "a folder/ä & b #1.ts")
        #expect(server.log.requests.last?.query == "token=1%202")
        #expect(
            server.address(of: "a folder/ä & b #1.ts") == server.address
                + "a%20folder/%C3%A4%20&%20b%20%231.ts")
        #expect(try await RawClient.get("http://localhost/ten.mp4", at: server.port).status == 200)
        #expect(try await RawClient.get("/./a%20folder//../ten.mp4", at: server.port).status == 400)
    }

    @Test(arguments: [
        "/../secret.mp4", "/%2e%2e/secret.mp4", "/a%20folder/..%2F../secret.mp4", "/link.mp4",
        "/out/secret.mp4",
    ])
    func `a path that leaves the folder is refused`(target: String) async throws {
        let inner = folder.path + "/inner"
        try folder.write("secret", to: "secret.mp4")
        try folder.write("spaces", to: "inner/a folder/x.ts")
        try FileManager.default.createSymbolicLink(
            atPath: inner + "/link.mp4", withDestinationPath: folder.path + "/secret.mp4")
        try FileManager.default.createSymbolicLink(atPath: inner + "/out", withDestinationPath: folder.path)
        let server = try await MediaServer(folder: inner)
        let reply = try await RawClient.get(target, at: server.port)
        #expect([400, 404].contains(reply.status) && !reply.text.contains("secret"))
    }

    @Test func `a request for anything but a file is refused`() async throws {
        #expect(unsafe mkfifo(folder.path + "/pipe.mp4", 0o600) == 0)
        for target in ["/", "/a%20folder", "/a%20folder/", "/ten.mp4/", "/pipe.mp4", "/missing.mp4"] {
            #expect(try await RawClient.get(target, at: server.port).status == 404)
        }
    }

    @Test func `other methods and malformed targets are refused`() async throws {
        let reply = try await RawClient.get("/ten.mp4", at: server.port, method: "DELETE")
        #expect(reply.status == 405 && reply.headers["allow"] == "GET, HEAD")
        #expect(try await RawClient.get("/%zz", at: server.port).status == 400)
        #expect(try await RawClient.get("/%00", at: server.port).status == 400)
    }

    @Test func `a large file is served to 8 clients at once`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 1 << 18)
        try folder.write(text, to: "large.mkv")
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [server] in
                    let reply = try await RawClient.get("/large.mkv", at: server.port)
                    #expect(reply.body.count == 1 << 22 && reply.text == text)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a media server needs a folder and a free port`() async throws {
        for path in ["/nonexistent", folder.path + "/ten.mp4"] {
            await #expect(throws: MediaServerError.noFolder(path)) { _ = try await MediaServer(folder: path) }
        }
        let error = await #expect(throws: MediaServerError.self) {
            _ = try await MediaServer(port: server.port)
        }
        #expect(error.map { "\($0)" }?.hasPrefix("Cannot listen at port \(server.port): ") == true)
    }

    @Test func `a closed or released media server stops listening`() async throws {
        // Nobody else listens there afterwards.
        let places = (try HeldPort(), try HeldPort())
        var other: MediaServer? = try await MediaServer(folder: folder.path, port: places.0.port)
        let log = try #require(other?.log)
        other = nil
        for await _ in log.arrivals {}
        await #expect(throws: (any Error).self) { try await RawClient.get("/ten.mp4", at: places.0.port) }
        let closed = try await MediaServer(folder: folder.path, port: places.1.port)
        await closed.close()
        await #expect(throws: (any Error).self) { try await RawClient.get("/ten.mp4", at: places.1.port) }
        places.0.close()
        places.1.close()
    }
}
