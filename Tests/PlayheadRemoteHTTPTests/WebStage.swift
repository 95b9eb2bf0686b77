import Playhead
import PlayheadRemote
import PlayheadTesting

@testable import PlayheadRemoteHTTP
@testable import TestBasics

/// A fake player with a server.
struct WebStage {
    let fake: FakePlayer
    let control: RemoteControl
    let server: RemoteHTTPServer

    var player: Player { fake.player }

    init(
        _ script: FakeScript = FakeScript(), host: RemoteHost = RemoteHost(),
        configuration: PlayerConfiguration = PlayerConfiguration(),
        _ change: (inout RemoteHTTPOptions) -> Void = { _ in }
    ) async throws {
        fake = FakePlayer(script, configuration: configuration)
        control = RemoteControl(fake.player, host: host)
        var options = RemoteHTTPOptions()
        options.port = 0
        change(&options)
        server = try await RemoteHTTPServer(control, options: options)
    }

    /// Loads items and plays the first one.
    func play(_ paths: [String] = ["/m/one.mkv", "/m/two.mkv", "/m/three.mkv"]) async throws {
        try control.perform(.load(paths.map { QueueItem(MediaItem(path: $0)) }))
        fake.advance(by: .seconds(1))
        try await player.waitUntil(.started)
    }

    /// Sends one request, and reads its answer.
    func request(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: String? = nil
    ) async throws -> WebConnection.Reply {
        var all = ["Host": "127.0.0.1:\(server.port)"]
        if let body {
            all["Content-Type"] = "application/json"
            all["Content-Length"] = String(body.utf8.count)
        }
        all.merge(fields) { $1 }
        let head = "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined()
        let connection = try await WebConnection(at: server.port)
        try await connection.send(head + "\r\n" + (body ?? ""))
        return method == "HEAD" ? try await connection.head() : try await connection.reply()
    }

    /// Posts a command.
    func post(_ name: String, _ body: String = "{}", _ fields: [String: String] = [:]) async throws
        -> WebConnection.Reply
    {
        try await request("POST", "/api/commands/\(name)", fields, body: body)
    }

    /// A connection that follows the player.
    func follow(reads: Bool = true) async throws -> WebConnection {
        let connection = try await WebConnection(at: server.port, reads: reads)
        try await connection.send("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return connection
    }
}
