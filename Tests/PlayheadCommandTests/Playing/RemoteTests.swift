import Foundation
import Glibc
import Testing

@testable import PlayheadCommand
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
        #expect(unsafe send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
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

    @Test func `refuses an address at which it cannot listen`() async throws {
        let result = try await PlayheadBinary.run("play", "--idle", "--http=192.0.2.1")
        #expect(result.code == 2)
        #expect(
            result.errors == """
                playhead: This machine has no address 192.0.2.1.
                  --http=0.0.0.0 listens at all addresses of this machine.

                """)
    }

    @Test func `is told where the page is`() async throws {
        let child = try await PlayheadBinary.start([
            "play", "--http=127.0.0.1:0", "--json", "--video", "none", "--audio", "none",
            SampleMedia.path("tone.wav"),
        ])
        let result = await RunResult(child)
        #expect(result.code == 0)
        #expect(
            result.errors.contains(
                /^Remote control: http:\/\/127\.0\.0\.1:[0-9]+\/$/.anchorsMatchLineEndings()))
    }

    @Test func `takes an address, a port, or both`() throws {
        func address(_ text: String) -> [String]? {
            HTTPAddress(argument: text).map { [$0.host, String($0.port)] }
        }
        #expect(address("9000") == ["127.0.0.1", "9000"])
        #expect(address("0.0.0.0") == ["0.0.0.0", "8466"])
        #expect(address("box.local:80") == ["box.local", "80"])
        #expect(address("[::1]:80") == ["::1", "80"])
        #expect(address("::1") == ["::1", "8466"])
        for wrong in ["", ":80", "a:b", "a:b:c", "70000", "a:70000", "[::1", "[x]:1", "http://a/"] {
            #expect(address(wrong) == nil, "\(wrong)")
        }
        let words = OptionalValues.completed(["--http", "film.mkv", "--", "--http"])
        #expect(words == ["--http=8466", "film.mkv", "--", "--http"])
    }
}
