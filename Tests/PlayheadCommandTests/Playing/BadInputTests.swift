import Foundation
import PlayheadServer
import Testing

@testable import TestBasics
@testable import TestSupport

/// The table of bad input (issue 2): each with one error, its exit code, soon, and without a word from GStreamer.
@Suite(.timeLimit(.minutes(5))) struct `Bad input` {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        /// The codes that may be told: a resolver may tell more or less.
        var codes: Set<String>
        /// 1 or 4; nil when it depends on how much was read in time.
        var exitCode: Int32? = 1
        var testDescription: String { name }
    }

    static let files: [Fault] = [
        Fault(name: "no such file", codes: ["notFound"]),
        Fault(name: "a directory", codes: ["isDirectory"]),
        Fault(name: "an empty file", codes: ["empty"]),
        Fault(name: "random bytes", codes: ["unknownFormat"]),
        Fault(name: "random bytes like a picture's", codes: ["unknownFormat"]),
        Fault(name: "random bytes like a broken picture's", codes: ["unknownFormat"]),
        Fault(name: "random bytes like a song's words", codes: ["unknownFormat"]),
        Fault(name: "subtitles alone", codes: ["unknownFormat"]),
        Fault(name: "text", codes: ["unknownFormat"]),
        Fault(name: "an mp4 without its index", codes: ["malformed"]),
        Fault(name: "an mp4 cut in its data", codes: ["truncated"], exitCode: 4),
        Fault(name: "no decoder", codes: ["missingDecoder"]),
        Fault(name: "no decoder for the picture", codes: ["missingDecoder"], exitCode: 4),
        Fault(name: "an m3u8 that is not one", codes: ["invalidPlaylist"]),
        Fault(name: "a playlist without segments", codes: ["invalidPlaylist"]),
        Fault(name: "a pipe", codes: ["notRegularFile"]),
        Fault(name: "a scheme that nobody knows", codes: ["invalidURI", "missingDecoder"]),
    ]

    static let addresses: [Fault] = [
        Fault(name: "a refused connection", codes: ["connectionRefused"]),
        Fault(name: "an unknown host", codes: ["hostNotFound"]),
        Fault(name: "status 404", codes: ["httpStatus"]),
        Fault(name: "status 500", codes: ["httpStatus"]),
        Fault(name: "a connection closed early", codes: ["connectionLost"], exitCode: 4),
        Fault(name: "an m3u8 that is not one", codes: ["invalidPlaylist"]),
        Fault(name: "a playlist without segments", codes: ["invalidPlaylist"]),
        Fault(
            name: "a playlist whose segments are gone",
            codes: ["notFound", "httpStatus", "network", "malformed"]),
    ]

    private static let emptyPlaylist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-ENDLIST\n"
    private static let lostPlaylist =
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ngone-0.ts\n#EXTINF:2,\ngone-1.ts\n#EXT-X-ENDLIST\n"

    @Test(arguments: files) func `in a file is told once and soon`(fault: Fault) async throws {
        let folder = try TemporaryFolder()
        let text = Data("This is no medium, only a few words.\n".utf8)
        let path =
            switch fault.name {
            case "no such file": folder.path + "/missing.mp4"
            case "a directory": folder.path
            case "an empty file": try folder.write(Data(), to: "empty.mp4")
            case "random bytes": try folder.write(Data(noise: 1), to: "random.bin")
            // What GStreamer takes for something else was found by trying: H.263 twice, LRC.
            case "random bytes like a picture's": try folder.write(Data(noise: 948), to: "random.bin")
            case "random bytes like a broken picture's": try folder.write(Data(noise: 1241), to: "random.bin")
            case "random bytes like a song's words": try folder.write(Data(noise: 137), to: "random.bin")
            case "subtitles alone": SampleMedia.path("subtitles.srt")
            case "text": try folder.write(text, to: "text.txt")
            case "an mp4 without its index": try folder.cut("av-h264-aac-moov-last.mp4", to: 0.6)
            case "an mp4 cut in its data": try folder.cut("av-h264-aac.mp4", to: 0.6)
            case "no decoder": SampleMedia.path("no-decoder.mp4")
            case "no decoder for the picture": SampleMedia.path("no-video-decoder.mp4")
            case "an m3u8 that is not one": try folder.write(text, to: "fake.m3u8")
            case "a playlist without segments": try folder.write(Self.emptyPlaylist, to: "none.m3u8")
            case "a pipe": try folder.pipe("pipe.mp4")
            default: "nonsense://localhost/x"
            }
        try await expect(fault, of: path)
    }

    @Test(arguments: addresses) func `from the network is told once and soon`(fault: Fault) async throws {
        let plan = FaultPlan(
            rules: [
                FaultRule("500.mp4", .status(500)),
                FaultRule("av-h264-aac.mp4", .cut(at: .share(0.6)), .ignoresRanges),
            ],
            documents: [
                "fake.m3u8": "no playlist\n", "none.m3u8": Self.emptyPlaylist, "lost.m3u8": Self.lostPlaylist,
            ])
        let server = try await MediaServer(folder: SampleMedia.folder, plan: plan)
        let address =
            switch fault.name {
            case "a refused connection": "http://127.0.0.1:1/x.mp4"
            case "an unknown host": "http://no-such-host.invalid/x.mp4"
            case "status 404": server.address(of: "404.mp4")
            case "status 500": server.address(of: "500.mp4")
            case "a connection closed early": server.address(of: "av-h264-aac.mp4")
            case "an m3u8 that is not one": server.address(of: "fake.m3u8")
            case "a playlist without segments": server.address(of: "none.m3u8")
            default: server.address(of: "lost.m3u8")
            }
        try await expect(fault, of: address)
    }

    @Test func `without permission is told once and soon`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.copy("one-frame.mp4", as: "locked.mp4")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        var words = ["play", "--json", path]
        var program = PlayheadBinary.path
        if geteuid() == 0 {
            // Root may read everything: give that up. Nobody may not look into every folder: use a copy.
            let copy = folder.path + "/playhead"
            #expect(try await Child.start("/bin/cp", [program, copy]).exitCode() == 0)
            words = ["--reuid=65534", "--regid=65534", "--clear-groups", "--", copy] + words
            program = "/usr/bin/setpriv"
        }
        let child = try await Child.start(program, words)
        try check(Fault(name: "", codes: ["notPermitted"]), await RunResult(child))
    }

    @Test func `among good input fails alone`() async throws {
        let good = SampleMedia.path("one-frame.mp4")
        let result = try await PlayheadBinary.run("play", "--json", good, "/missing.mp4", good)
        #expect(result.code == 3)
        #expect(try result.lines().last?.items?.map(\.outcome) == ["played", "failed", "played"])
        #expect(try result.lines().named("error").map(\.item) == [1])
    }

    private func expect(_ fault: Fault, of item: String) async throws {
        let result = try await PlayheadBinary.run("play", "--json", item)
        try check(fault, result)
    }

    private func check(_ fault: Fault, _ result: RunResult) throws {
        let lines = try result.lines()
        let errors = lines.named("error")
        #expect(errors.count == 1, "\(result.output)")
        // It is told by itself: the deadline of a load would make it one that took too long.
        #expect(fault.codes.contains(errors.first?.code ?? ""), "\(errors)")
        #expect(errors.first?.uri != nil)
        let item = try #require(lines.last?.items?.first)
        let isShort = (fault.exitCode ?? result.code) == 4
        #expect(lines.named("finished").map(\.reason) == [isShort ? "truncated" : "error"])
        #expect(item.outcome == (isShort ? "truncated" : "failed"))
        #expect(result.code == (isShort ? 4 : 1) && lines.last?.exitCode == result.code)
        #expect(result.strangeLines == [])
        let told = result.errors.split(separator: "\n").filter { $0.hasPrefix("playhead: ") }
        #expect(told.map(String.init) == ["playhead: \(errors.first?.message ?? "")"])
    }
}

extension TemporaryFolder {
    fileprivate func pipe(_ name: String) throws -> String {
        let file = path + "/" + name
        guard unsafe mkfifo(file, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return file
    }
}
