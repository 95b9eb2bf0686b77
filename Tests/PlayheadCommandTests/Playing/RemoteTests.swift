import Foundation
import Glibc
import Testing

@testable import PlayheadRemote
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `Remote control of the command` {
    @Test func `loads an item and quits`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let child = try await PlayheadBinary.start([
            "play", "--idle", "--json", "--video", "none", "--audio", "none", "--input-ipc-server", path,
        ])
        var descriptor: Int32 = -1
        try await waitUntil {
            descriptor = (try? UnixSocket.connect(to: path)) ?? -1
            return descriptor >= 0
        }
        defer { close(descriptor) }
        let request = Array("loadfile \(SampleMedia.path("tone.wav"))\nquit\n".utf8)
        #expect(unsafe send(descriptor, request, request.count, 0) == request.count)
        let result = await RunResult(child)
        #expect(result.code == 0)
        #expect(try result.lines().named("itemChanged").first?.item == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `refuses a path at which it cannot listen`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("x", to: "file")
        let result = try await PlayheadBinary.run("play", "--idle", "--input-ipc-server", file)
        #expect(result.code == 2)
        #expect(result.errors == "playhead: \(file) exists and is no socket.\n")
    }
}
