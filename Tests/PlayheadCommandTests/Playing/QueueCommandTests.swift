import ArgumentParser
import Foundation
import Playhead
import Testing

@testable import PlayheadCommand
@testable import TestBasics
@testable import TestSupport

@Suite struct `Lists on the command line` {
    private func queue(_ arguments: String...) throws -> QueueOptions {
        try #require(
            try RootCommand.parseAsRoot(OptionalValues.completed(["play"] + arguments)) as? PlayCommand
        ).queue
    }

    @Test func `have these options`() throws {
        let plain = try queue("a")
        #expect(plain.shuffle == nil && plain.repetition == nil && plain.onError == .skip)
        #expect(plain.gapless == .yes && !plain.resume)
        #expect(try queue("--repeat", "one", "a").repetition?.mode == .one)
        #expect(try queue("--repeat", "all", "a").repetition?.mode == .all)
        #expect(try queue("--repeat", "3", "a").repetition?.mode == .times(3))
        #expect(try queue("--on-error", "retry", "a").onError.policy == .retry(3))
        #expect(try queue("--shuffle=42", "a").shuffle?.value == 42)
        #expect(try queue("--shuffle", "a").shuffle != nil)
        #expect(try queue("a", "--", "--shuffle").shuffle == nil)
        for wrong in [["--repeat", "0"], ["--repeat", "some"], ["--shuffle=x"], ["--on-error", "cry"]] {
            #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(["play"] + wrong + ["a"]) }
        }
    }

    @Test func `are repeated, and say why each item is played`() async throws {
        let items = [SampleMedia.path("tone.wav"), "/no/such.mp4", SampleMedia.path("tone.flac")]
        let result = try await PlayheadBinary.run(
            "play", "--json", "--video", "none", "--audio", "none", "--end", "0.2", "--repeat", "2", items[0],
            items[1], items[2])
        let changes = try result.lines().named("itemChanged")
        #expect(changes.map(\.reason) == ["load", "natural", "skip", "repeat", "natural", "skip"])
        #expect(changes.map(\.item) == [0, 1, 2, 0, 1, 2])
        #expect(result.code == 3)
        #expect(try result.lines().named("queueChanged").map(\.reason) == ["mode", "replace"])
    }

    @Test func `stop at an item that cannot be played if they are to`() async throws {
        let result = try await PlayheadBinary.run(
            "play", "--json", "--video", "none", "--audio", "none", "--on-error", "stop", "/no/such.mp4",
            SampleMedia.path("tone.wav"))
        #expect(try result.lines().named("itemChanged").count == 1)
        #expect(result.code == 1)
    }

    @Test func `keep where an item was left`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a/positions"
        var file = ResumeFile(StateFile(path: path))
        #expect(file.position(of: "x:a b") == nil)
        file.keep(.milliseconds(61_250), of: .seconds(100), for: "x:a b", isFinished: false)
        file.keep(.seconds(2), of: .seconds(100), for: "x:start", isFinished: false)
        file.keep(.seconds(98), of: .seconds(100), for: "x:end", isFinished: false)
        file.keep(.seconds(50), of: nil, for: "x:unknown", isFinished: false)
        let again = ResumeFile(StateFile(path: path))
        #expect(again.position(of: "x:a b") == .milliseconds(61_250))
        #expect(again.position(of: "x:start") == nil && again.position(of: "x:end") == nil)
        #expect(again.position(of: "x:unknown") == .seconds(50))
        file.keep(.seconds(100), of: .seconds(100), for: "x:a b", isFinished: true)
        #expect(ResumeFile(StateFile(path: path)).position(of: "x:a b") == nil)
        try folder.write("nonsense\n-1 x:y\n\n\u{0}", to: "a/positions")
        #expect(ResumeFile(StateFile(path: path)).position(of: "x:y") == nil)
        #expect(ResumeFile(StateFile(path: "/proc/no/such")).position(of: "x:y") == nil)
    }

    @Test func `keep where a file was left, by whichever way it is reached`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/positions"
        try folder.write("", to: "films/one.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.mp4", withDestinationPath: "films/one.mp4")
        var file = ResumeFile(StateFile(path: path))
        file.keep(
            .seconds(50), of: nil, for: "file://\(folder.path)/films/../link.mp4", isFinished: false)
        for name in ["films/one.mp4", "link.mp4", "films/../films/one.mp4"] {
            #expect(
                ResumeFile(StateFile(path: path)).position(of: "file://\(folder.path)/\(name)")
                    == .seconds(50))
        }
        file.keep(.seconds(9), of: nil, for: "file://\(folder.path)/films/one.mp4", isFinished: true)
        #expect(ResumeFile(StateFile(path: path)).position(of: "file://\(folder.path)/link.mp4") == nil)
    }

    @Test func `are the media of a folder, with its images`() async throws {
        let folder = try TemporaryFolder()
        for name in ["b10.png", "b2.png"] { try folder.write(Data(TestImage.png()), to: name) }
        let list = try folder.write("#EXTM3U\n#EXTINF:0.2,A\nb10.png\nb2.png\n", to: "list.m3u")
        for (name, durations) in [(folder.path, [0.3, 0.3]), (list, [0.2, 0.3])] {
            let result = try await PlayheadBinary.run(
                "play", "--json", "--video", "none", "--audio", "none", "--image-duration", "0.3", name)
            #expect(result.code == 0)
            let items = try result.lines().named("summary").last?.items
            #expect(items?.compactMap(\.duration) == durations)
        }
    }

    @Test func `are read from playlists`() async throws {
        let folder = try TemporaryFolder()
        let entries = [SampleMedia.path("tone.flac"), "\u{1}broken://", SampleMedia.path("tone.wav")]
        let list = try folder.write(
            "#EXTM3U\n#EXTINF:4,A tone\n" + entries.joined(separator: "\n") + "\n", to: "list.m3u")
        for arguments in [["--playlist", list], [list]] {
            let result = await RunResult(
                try await PlayheadBinary.start(
                    ["play", "--json", "--video", "none", "--audio", "none", "--end", "0.2"] + arguments))
            let uris = try result.lines().named("itemChanged").compactMap(\.uri)
            #expect(uris.map { $0.split(separator: "/").last } == ["tone.flac", "tone.wav"])
            #expect(result.code == 0)
        }
        let missing = try await PlayheadBinary.run(
            "play", "--json", "--playlist", folder.path + "/no.pls")
        #expect(try missing.lines().named("error").map(\.code) == ["notFound"])
        #expect(missing.code == 1)
    }
}
