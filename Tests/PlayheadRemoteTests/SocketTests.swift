import Dispatch
import Foundation
import Glibc
import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadRemote
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `The socket of remote control` {
    @Test func `takes lines in parts, and several at once`() async throws {
        let stage = try IPCStage()
        for byte in #"{"command":["client_name"]}"# { stage.client.send(String(byte)) }
        stage.client.send("\n\n\n" + #"{"command":["get_version"],"request_id":2}"# + "\r\n")
        #expect(try await stage.client.line()["data"] == "ipc-1")
        #expect(try await stage.client.line()["request_id"] == .int(2))
    }

    @Test func `has the mode 0600, and is removed at the end`() async throws {
        let stage = try IPCStage()
        let mode = try FileManager.default.attributesOfItem(atPath: stage.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        stage.server.close()
        #expect(await stage.client.isClosed())
        #expect(!FileManager.default.fileExists(atPath: stage.path))
    }

    @Test func `is refused where a process listens, and at another file`() throws {
        let stage = try IPCStage()
        #expect(throws: RemoteSocketError(message: "Another process listens at the socket \(stage.path).")) {
            try JSONIPCServer(stage.control, path: stage.path)
        }
        let file = try stage.folder.write("x", to: "file")
        #expect(throws: RemoteSocketError(message: "\(file) exists and is no socket.")) {
            try JSONIPCServer(stage.control, path: file)
        }
        #expect(throws: RemoteSocketError.self) {
            try JSONIPCServer(stage.control, path: stage.folder.path + String(repeating: "/long", count: 40))
        }
    }

    @Test func `replaces that of a dead process`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        close(try UnixSocket.listen(at: path))
        let server = try JSONIPCServer(RemoteControl(FakePlayer().player), path: path)
        #expect(try await IPCClient(path).property("pid") == .int(Int(getpid())))
        server.close()
    }

    @Test func `refuses lines over 1 MiB`() async throws {
        let stage = try IPCStage()
        let other = try IPCClient(stage.path)
        let sent = await stage.client.sendAll(String(repeating: "x", count: 3 << 20))
        #expect(sent >= 1 << 20 && sent < 3 << 20)
        #expect(await stage.client.isClosed())
        #expect(try await other.property("pid") != nil)
    }

    @Test func `takes 128 clients`() async throws {
        let stage = try IPCStage()
        var clients = [stage.client]
        while clients.count < JSONIPCCore.mostClients {
            clients.append(try IPCClient(stage.path))
            #expect(try await clients[clients.count - 1].property("pid") != nil)
        }
        let another = try IPCClient(stage.path)
        #expect(await another.isClosed())
        #expect(try await clients[0].property("pid") != nil)
    }

    @Test func `gives the places of clients that leave within a line to others`() async throws {
        let stage = try IPCStage()
        #expect(try await stage.client.property("pid") != nil)
        for number in 0..<2 * JSONIPCCore.mostClients {
            // The connections that wait to be accepted are few.
            if number % 4 == 0 { #expect(try await stage.client.property("pid") != nil) }
            let client = try UnixSocket.connect(to: stage.path)
            let line = #"{"command":["client_name"]}"#
            #expect(unsafe send(client, line, line.utf8.count, Int32(MSG_NOSIGNAL)) == line.utf8.count)
            close(client)
        }
        #expect(try await stage.client.property("pid") != nil)
        #expect(try await IPCClient(stage.path).property("pid") != nil)
    }

    @Test func `closes a connection for which more than 8 MiB wait`() async throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: folder.path + "/s")
        defer { close(listener) }
        let client = try UnixSocket.connect(to: folder.path + "/s")
        defer { close(client) }
        let queue = DispatchQueue(label: "connection")
        let connection = LineConnection(descriptor: UnixSocket.accept(listener), queue: queue)
        let line = String(repeating: "x", count: 1 << 20)
        let closings = queue.sync {
            var closings: [Int] = []
            connection.begin()
            for number in 1...10 {
                connection.closed = { closings.append(number) }
                connection.send(line)
            }
            return closings
        }
        // The system has taken a part of the first line.
        #expect(closings == [9])
    }

    @Test func `gives a slow reader the newest values`() async throws {
        let stage = try IPCStage()
        let slow = try IPCClient(stage.path, reads: false)
        slow.send(#"{"command":["observe_property",1,"volume"]}"# + "\n")
        // Far more replies than wait for a client: the server stops to read from it.
        let flood = String(repeating: "{\"command\":[\"get_property\",\"property-list\"]}\n", count: 500)
        var sent = 0
        while case let count = slow.send(flood), count > 0 { sent += count }
        for step in 1...100 {
            _ = try await stage.client.ask(#"{"command":["set_property","volume",\#(step % 100)]}"#)
        }
        slow.resume()
        while try await slow.event("property-change")["data"] != .number(0) {}
        #expect(sent > 0)
    }
}
