import Foundation
import Playhead
import PlayheadCore
import PlayheadRemote
import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `Access over HTTP` {
    @Test func `needs a host that was given`() async throws {
        let stage = try await WebStage { $0.names = ["Box.example"] }
        for host in [
            "127.0.0.1", "127.0.0.1:99", "localhost:8466", "[::1]:80", "192.168.1.2", "box.example:1",
        ] {
            #expect(try await stage.request("GET", "/api/state", ["Host": host]).status == 200, "\(host)")
        }
        for host in [
            "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "0x7f.1", "[::1", "a:b",
        ] {
            let reply = try await stage.request("GET", "/", ["Host": host])
            #expect(reply.code == "hostNotAllowed", "\(host)")
        }
        let connection = try await WebConnection(at: stage.server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
        #expect(try await connection.reply().status == 400)
        try await connection.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try await connection.reply().status == 400)
    }

    @Test func `is refused to pages of other sites`() async throws {
        let stage = try await WebStage()
        try await stage.play()
        let own = "http://127.0.0.1:\(stage.server.port)"
        let others = [
            ["Origin": "http://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
            ["Origin": "http://127.0.0.1:1"], ["Sec-Fetch-Site": "same-site"],
            ["Origin": own, "Sec-Fetch-Site": "cross-site"],
        ]
        for fields in others {
            #expect(try await stage.post("pause", "{}", fields).code == "otherSite", "\(fields)")
            #expect(try await stage.request("GET", "/api/state", fields).code == "otherSite")
        }
        // A form can send these types without being asked.
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            #expect(try await stage.post("pause", "{}", ["Content-Type": type]).code == "notJSON")
        }
        #expect(stage.player.snapshot.wantsToPlay)
        #expect(
            try await stage.post("pause", "{}", ["Origin": own, "Sec-Fetch-Site": "same-origin"]).status
                == 204)
        #expect(!stage.player.snapshot.wantsToPlay)
        // A link of another site may open the page.
        let page = try await stage.request("GET", "/", ["Sec-Fetch-Site": "cross-site"])
        #expect(page.status == 200 && page.fields["x-frame-options"] == "DENY")
    }

    @Test func `needs the token, where there is one`() async throws {
        let stage = try await WebStage { $0.token = "secret" }
        #expect(stage.server.links == ["http://127.0.0.1:\(stage.server.port)/#token=secret"])
        let cookie = "playhead-\(stage.server.port)"
        let wrong = [
            [:], ["Authorization": "Bearer wrong!"], ["Authorization": "Bearer "],
            ["Authorization": "Basic secret"],
            ["Cookie": "\(cookie)=wrong!"], ["Cookie": "playhead-1=secret"], ["Cookie": "x\(cookie)=secret"],
        ]
        for fields in wrong {
            #expect(
                try await stage.post("setMuted", #"{"isMuted":true}"#, fields).code == "noToken", "\(fields)")
            #expect(try await stage.request("GET", "/api/events", fields).status == 401)
            #expect(try await stage.request("GET", "/api/nothing", fields).status == 401)
        }
        #expect(!stage.player.isMuted)
        let known = ["Authorization": "Bearer secret"]
        #expect(try await stage.post("setMuted", #"{"isMuted":true}"#, known).status == 204)
        let session = try await stage.request("POST", "/api/session", known, body: "{}")
        #expect(session.fields["set-cookie"] == "\(cookie)=secret; HttpOnly; SameSite=Strict; Path=/")
        let cookies = ["Cookie": "a=b; \(cookie)=secret"]
        #expect(try await stage.request("GET", "/api/state", cookies).status == 200)
        #expect(try await stage.request("GET", "/").status == 200)
    }

    @Test func `gets a random token where others can connect`() async throws {
        let stage = try await WebStage { $0.host = "0.0.0.0" }
        let token = try #require(stage.server.token)
        #expect(token.utf8.count == 32 && token != AccessToken.random().text)
        #expect(try await stage.request("GET", "/api/state").status == 401)
        #expect(stage.server.links.allSatisfy { $0.hasSuffix("#token=\(token)") })
    }

    @Test func `reaches no other file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "music/a.mp4")
        try folder.write("x", to: "music-2/b.mp4")
        try folder.write("x", to: "secret.mp4")
        let music = folder.path + "/music"
        try FileManager.default.createSymbolicLink(
            atPath: music + "/link.mp4", withDestinationPath: folder.path + "/secret.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: music + "/up", withDestinationPath: folder.path)
        let stage = try await WebStage { $0.folders = [music] }
        func add(_ name: String) async throws -> String? {
            try await stage.post("insert", RemoteValue.map(["items": [.string(name)]]).json(\.description))
                .code
        }
        let refused = [
            "\(folder.path)/secret.mp4", "\(music)/../secret.mp4", "../secret.mp4", "link.mp4",
            "up/secret.mp4",
            "file://\(folder.path)/secret.mp4", "file://\(music)/..%2Fsecret.mp4",
            "\(folder.path)/music-2/b.mp4",
            "/etc/passwd", "file:///etc/passwd", "\(music)/none.mp4", music, "-",
        ]
        for name in refused { #expect(try await add(name) == "fileNotAllowed", "\(name)") }
        for name in ["fd://0", "ftp://example.com/a", "data:text/plain,x", "file:a", "http://", "rtsp://x/y"]
        {
            #expect(["invalid", "fileNotAllowed"].contains(try await add(name)), "\(name)")
        }
        #expect(try await add("a\0b") == "invalid")
        #expect(stage.player.queue.isEmpty)
        for name in ["a.mp4", "\(music)/a.mp4", "file://\(music)/a.mp4"] {
            #expect(try await add(name) == nil)
        }
        #expect(stage.player.queue.count == 3)
        let closed = try await WebStage()
        let reply = try await closed.post("insert", #"{"items":["/etc/passwd"]}"#)
        #expect(reply.code == "filesNotAllowed")
        for path in [
            "/../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/api/../state", "/api//state",
        ] {
            #expect(try await closed.request("GET", path).status == 404, "\(path)")
        }
    }

    @Test func `shows no password of an address`() throws {
        #expect("http://ann:pw@example.com/a@b".withoutUser == "http://example.com/a@b")
        #expect("https://example.com/a".withoutUser == "https://example.com/a")
        #expect("file:///a@b".withoutUser == "file:///a@b")
    }

    @Test func `needs an address that is free`() async throws {
        let stage = try await WebStage()
        let control = stage.control
        var options = RemoteHTTPOptions()
        options.port = stage.server.port
        await #expect(throws: RemoteHTTPError.inUse(address: "127.0.0.1:\(stage.server.port)")) {
            try await RemoteHTTPServer(control, options: options)
        }
        options.host = "192.0.2.1"
        await #expect(throws: RemoteHTTPError.noSuchAddress("192.0.2.1")) {
            try await RemoteHTTPServer(control, options: options)
        }
        options = RemoteHTTPOptions()
        options.folders = ["/nowhere"]
        await #expect(throws: RemoteHTTPError.noFolder("/nowhere")) {
            try await RemoteHTTPServer(control, options: options)
        }
    }
}
