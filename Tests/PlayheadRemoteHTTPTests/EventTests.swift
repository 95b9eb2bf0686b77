import Playhead
import PlayheadRemote
import PlayheadTesting
import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `Events over HTTP` {
    /// Reads events until one has a field, and returns its value.
    private func value(of name: String, in connection: WebConnection) async throws -> RemoteValue {
        while true {
            if let value = try await connection.event().data[name] { return value }
        }
    }

    @Test func `are the state, then what changes`() async throws {
        let stage = try await WebStage()
        try await stage.play()
        let client = try await stage.follow()
        #expect(try await client.head().fields["content-type"] == "text/event-stream")
        let (name, state) = try await client.event()
        #expect(name == "state" && state["position"] == .int(1) && state["isPaused"] == false)
        guard case .map(let fields) = state else { return }
        #expect(fields.keys.sorted() == StateBoard.names)
        // Without a change there is no event.
        stage.server.hub.noteChange()
        stage.player.pause()
        let (change, paused) = try await client.event()
        #expect(change == "change" && paused["isPaused"] == true && paused["queue"] == nil)
        stage.player.volume = 0.5
        #expect(try await value(of: "volume", in: client) == .number(0.5))
        try stage.control.perform(.seek(to: .seconds(3)))
        #expect(try await value(of: "position", in: client) == .int(3))
    }

    @Test func `tell a pause without content, which has no event`() async throws {
        let stage = try await WebStage()
        let client = try await stage.follow()
        #expect(try await client.event().data["isPaused"] == false)
        _ = try await stage.post("pause")
        #expect(try await value(of: "isPaused", in: client) == true)
    }

    @Test func `are signs of life without changes`() async throws {
        let stage = try await WebStage { $0.limits.heartbeat = .milliseconds(20) }
        let client = try await stage.follow()
        #expect(try await client.event().name == "state")
        #expect(try await client.event().name == "alive")
    }

    @Test func `wait for no slow client, which then gets the newest state`() async throws {
        let stage = try await WebStage()
        let hub = stage.server.hub
        let (texts, arrive) = AsyncStream<String>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let slow = Task {
            try await hub.join()?.follow { text in
                arrive.yield(text)
                for await _ in gate { break }
            }
        }
        var received = texts.makeAsyncIterator()
        #expect(await received.next()?.hasPrefix("event: state\n") == true)
        let fast = try await stage.follow()
        _ = try await fast.event()
        for round in 1...20 {
            stage.player.volume = Double(round) / 40
            while try await value(of: "volume", in: fast) != .number(Double(round) / 40) {}
        }
        open.finish()
        let change = try #require(await received.next())
        #expect(change.hasPrefix("event: change\n") && change.contains("\"volume\":0.5"))
        slow.cancel()
    }

    @Test func `change nothing of what is presented`() async throws {
        func report(clients count: Int) async throws -> PresentationReport {
            let stage = try await WebStage()
            var clients: [WebConnection] = []
            for _ in 0..<count { clients.append(try await stage.follow()) }
            for client in clients { _ = try await client.event() }
            try await stage.play(["/m/one.mkv"])
            for _ in 0..<50 { stage.fake.advance(by: .milliseconds(200)) }
            try await stage.player.waitUntil(.ended)
            for client in clients {
                while try await client.event().data["status"] != "ended" {}
            }
            return stage.player.presentationReport
        }
        #expect(try await report(clients: 0) == report(clients: 3))
    }

    @Test func `end with the client, and with the server`() async throws {
        let stage = try await WebStage()
        let client = try await stage.follow()
        let other = try await stage.follow()
        _ = try await client.event()
        _ = try await other.event()
        #expect(stage.server.hub.clientCount == 2)
        try await client.close()
        try await waitUntil { stage.server.hub.clientCount == 1 }
        stage.server.close()
        #expect(await other.isClosed())
    }

    @Test func `come at most ten times per second for times`() {
        var pace = PublishPace()
        #expect(pace.schedule(isTime: true, at: .seconds(1)) == .seconds(1))
        #expect(pace.schedule(isTime: true, at: .seconds(1)) == nil)
        let first = pace.fire(scheduled: .seconds(1), at: .seconds(1))
        #expect(first)
        // A position that comes too early waits; a fact waits less, and takes the position along.
        #expect(pace.schedule(isTime: true, at: .milliseconds(1010)) == .milliseconds(1100))
        #expect(pace.schedule(isTime: false, at: .milliseconds(1015)) == .milliseconds(1020))
        let fact = pace.fire(scheduled: .milliseconds(1020), at: .milliseconds(1020))
        #expect(fact)
        let replaced = pace.fire(scheduled: .milliseconds(1100), at: .milliseconds(1100))
        #expect(!replaced)
    }
}
