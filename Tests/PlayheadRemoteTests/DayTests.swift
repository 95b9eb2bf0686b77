import Glibc
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadRemote
@testable import TestBasics

/// A player that runs for days, with other clients each minute, looked at in a process of its own.
@Suite(.timeLimit(.minutes(2))) struct `A day of JSON IPC` {
    @Test(.inTurn) func `leaves nothing of clients that have gone`() async {
        await #expect(processExitsWith: .success) {
            var configuration = PlayerConfiguration()
            configuration.positionInterval = .seconds(20)
            let stage = try IPCStage(Self.script, configuration: configuration)
            _ = try await stage.client.ask(#"{"command":["observe_property",1,"time-pos"]}"#)
            try await stage.play()
            for minute in 0..<10 { try await Self.passMinute(minute, stage) }
            // Those of the first minutes have gone.
            try await waitUntil { stage.server.core.clientCount == 1 }
            let (early, threads) = (Figures(stage), ProcessTable.threads.count)
            for minute in 10..<1440 { try await Self.passMinute(minute, stage) }
            try await waitUntil { Figures(stage) <= early }
            #expect(early.clients == 1 && early.listeners == 1)
            #expect(try await stage.client.property("playlist-pos") == .int(1))
            try await waitUntil { ProcessTable.threads.count <= threads }
        }
    }

    /// A day in few frames.
    private static let script = FakeScript {
        $0.duration = .seconds(86_400)
        $0.frameDuration = .seconds(10)
        $0.keyframeInterval = .seconds(10)
    }

    /// Lets a client come and go in one of the ways in which clients do, and a minute pass.
    private static func passMinute(_ minute: Int, _ stage: IPCStage) async throws {
        let observing = #"{"command":["observe_property",1,"volume"]}"# + "\n"
        let asking = #"{"command":["get_property","property-list"]}"# + "\n"
        switch minute % 12 {
        case 0, 4, 8:
            // It asks, and leaves after the reply.
            _ = try await IPCClient(stage.path).property("media-title")
        case 1, 5, 9:
            // It hears of a change, and leaves within a line.
            let client = try IPCClient(stage.path)
            client.send(observing)
            try stage.control.perform(.setVolume(Double(minute % 100) / 100))
            while try await client.event("property-change")["data"] == nil {}
            client.send(String(observing.prefix(20)))
        case 11:
            // It reads nothing of more replies than wait for a client.
            let client = try IPCClient(stage.path, reads: false)
            for _ in 0..<200 { client.send(asking) }
        default:
            // It leaves as soon as it has sent something.
            let client = try UnixSocket.connect(to: stage.path)
            let text = minute % 2 == 0 ? observing + asking : String(asking.prefix(20))
            #expect(unsafe send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
            close(client)
        }
        stage.fake.advance(by: .seconds(60))
    }

    /// What grows if something of a client stays.
    private struct Figures {
        let clients: Int
        let listeners: Int
        let files: Int

        init(_ stage: IPCStage) {
            clients = stage.server.core.clientCount
            listeners = stage.control.memory.withLock { $0.listeners.count }
            files = ProcessTable.files.count
        }

        static func <= (one: Figures, other: Figures) -> Bool {
            one.clients <= other.clients && one.listeners <= other.listeners && one.files <= other.files
        }
    }
}
