import ArgumentParser
import Foundation
import PlayheadServer
import Testing

@testable import PlayheadCommand
@testable import PlayheadCore
@testable import PlayheadSystem
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `The saved bytes of an item` {
    private static let options = ["play", "--json", "--video", "none", "--audio", "none"]

    /// Plays and saves an item.
    private func save(_ item: String, to file: String, input: String = "/dev/null", _ more: String...)
        async throws -> RunResult
    {
        await RunResult(
            try await PlayheadBinary.start(
                Self.options + ["--dump-stream", file] + more + [item], streams: .pipes(input: input)))
    }

    // The index of the second is at its end, and is read before the rest.
    @Test(arguments: ["tone.ogg", "av-h264-aac-moov-last.mp4"])
    func `are those of the server`(name: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/saved"
        let server = try await MediaServer(folder: Samples.directory.path)
        let result = try await save(server.address(of: name), to: file)
        await server.close()
        #expect(result.code == 0 && result.errors == "")
        let isSame = FileManager.default.contentsEqual(atPath: file, andPath: SampleMedia.path(name))
        #expect(isSame)
    }

    @Test func `are those of standard input`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/saved"
        let result = try await save("-", to: file, input: SampleMedia.path("tone.flac"))
        #expect(result.code == 0 && result.errors == "")
        let isSame = FileManager.default.contentsEqual(atPath: file, andPath: SampleMedia.path("tone.flac"))
        #expect(isSame)
    }

    @Test func `have holes where nothing was received, which is told`() async throws {
        let folder = try TemporaryFolder()
        let dump = try StreamDump(path: folder.path + "/saved")
        let tap = try #require(dump.tap())
        tap.take([1, 2, 3], at: 0)
        tap.take([6], at: 5)
        // Only the bytes of one load are saved.
        #expect(dump.tap() == nil)
        tap.end(length: 8)
        #expect(dump.finish()?.message == "\(folder.path)/saved lacks 4 of 8 bytes, which were not received")
        #expect(dump.finish() == nil)
        #expect(FileManager.default.contents(atPath: folder.path + "/saved") == Data([1, 2, 3, 0, 0, 6]))
        #expect(throws: FileFault(code: EEXIST)) { try StreamDump(path: folder.path + "/saved") }
        #expect(throws: FileFault(code: ENOENT)) { try StreamDump(path: folder.path + "/no/file") }
    }

    @Test func `are not those of segments, and replace no file`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/saved"
        let server = try await MediaServer(folder: Samples.directory.path)
        let result = try await save(server.address(of: "hls-ts/master.m3u8"), to: file)
        await server.close()
        #expect(result.code == 1)
        let error = try #require(try result.lines().named("error").first)
        #expect(error.code == "writeFailed")
        #expect(
            error.message == "This is a stream of segments (HLS, DASH), which cannot be saved as one file")
        #expect(!FileManager.default.fileExists(atPath: file))
        try folder.write("old", to: "saved")
        let refused = try await save("http://127.0.0.1:9/a.mp4", to: file)
        #expect(refused.code == 2)
        #expect(
            refused.errors == """
                playhead: \(file) exists, and is not overwritten
                  name another file after --dump-stream

                """)
        for items in [["a.mp4"], ["http://h/a", "http://h/b"], ["rtsp://h/a"]] {
            #expect(throws: (any Error).self) {
                try RootCommand.parseAsRoot(["play", "--dump-stream", "x"] + items)
            }
        }
    }

    @Test func `end with one warning where there is no room, and playback goes on`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/saved"
        let server = try await MediaServer(folder: Samples.directory.path)
        let words = Self.options + ["--dump-stream", file, server.address(of: "tone.wav")]
        // Files of this shell and its children have 8 KiB at most.
        let child = try await Child.start(
            "/bin/bash", ["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", PlayheadBinary.path] + words)
        let result = await RunResult(child)
        await server.close()
        #expect(result.code == 0)
        let warnings = try result.lines().named("warning")
        #expect(warnings.map(\.message) == ["\(file) cannot be written: File too large"])
        #expect(warnings.first?.hint == "playback goes on, and nothing more is saved")
    }
}
