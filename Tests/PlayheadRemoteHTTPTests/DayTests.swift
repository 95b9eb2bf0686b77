import Playhead
import PlayheadRemote
import PlayheadTesting
import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

/// A player that runs for days, with other clients every few minutes, looked at in a process of its own.
@Suite(.timeLimit(.minutes(2))) struct `A day of HTTP` {
    @Test(.inTurn) func `leaves nothing of clients that have gone`() async {
        await #expect(processExitsWith: .success) {
            var configuration = PlayerConfiguration()
            configuration.positionInterval = .seconds(20)
            let stage = try await WebStage(
                Self.script, configuration: configuration)
            try await stage.play()
            let follower = try await stage.follow()
            _ = try await follower.event()
            for minute in 0..<10 { try await Self.passMinute(minute, stage) }
            // Those of the first minutes have gone.
            try await waitUntil { stage.server.hub.clientCount == 1 }
            let (files, threads) = (ProcessTable.files.count, ProcessTable.threads.count)
            for minute in 10..<1440 { try await Self.passMinute(minute, stage) }
            try await waitUntil { stage.server.hub.clientCount == 1 && ProcessTable.files.count <= files }
            try await waitUntil { ProcessTable.threads.count <= threads }
            #expect(stage.player.snapshot.itemNumber == 2)
            stage.player.volume = 1.5
            while try await follower.event().data["volume"] != .number(1.5) {}
        }
    }

    /// A day in few frames.
    private static let script = FakeScript {
        $0.duration = .seconds(86_400)
        $0.frameDuration = .seconds(10)
        $0.keyframeInterval = .seconds(10)
    }

    /// Lets a client come and go in one of the ways in which clients do, and a minute pass. In most minutes there is none.
    private static func passMinute(_ minute: Int, _ stage: WebStage) async throws {
        switch minute % 20 {
        case 0:
            // It asks, and leaves after the answer.
            #expect(try await stage.request("GET", "/api/queue").status == 200)
        case 1, 11:
            // It follows, and leaves after a change.
            let client = try await stage.follow()
            _ = try await client.event()
            stage.player.volume = Double(minute % 100) / 100
            while try await client.event().data["volume"] == nil {}
        case 2:
            // It leaves within a head, or within a body.
            let client = try await WebConnection(at: stage.server.port)
            let head =
                "POST /api/commands/pause HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            try await client.send(head + (minute % 40 == 2 ? "" : "\r\nContent-Length: 100\r\n\r\n{"))
        case 3, 13:
            // It follows, and leaves without reading.
            _ = try await stage.follow(reads: false)
        case 4:
            // It leaves before the answer.
            let client = try await WebConnection(at: stage.server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        default: break
        }
        stage.fake.advance(by: .seconds(60))
    }
}
