import Foundation
import Playhead
import PlayheadServer
import Testing

@testable import CoreTestSupport
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// Playlists: reading them from files and from a network, with the lists that they name.
@Suite(.timeLimit(.minutes(1)))
struct PlaylistReadingTests {
    let folder = try? TemporaryFolder()

    private func path(_ name: String) throws -> String { try #require(folder).url.appending(path: name).path }

    @discardableResult
    private func write(_ text: String, _ name: String) throws -> String {
        let path = try path(name)
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return path
    }

    private func names(_ list: Playlist) -> [String] {
        list.places.map { $0.split(separator: "/").last.map(String.init) ?? "" }
    }

    @Test func `nested playlists are read`() async throws {
        try write("[playlist]\nFile1=b.mp3\nFile2=../c.cue\n", "sub/inner.pls")
        try write(
            "FILE \"d.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00",
            "c.cue")
        try write("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\ns.ts\n", "live.m3u8")
        try write("x", "one/e.mp3")
        try write("one/e.mp3", "one.m3u")
        let list = try await Playlist.read(
            try write("a.mp3\nsub/inner.pls\nlive.m3u8\n#EXTINF:-1,Station\none.m3u\ngone.m3u\n", "all.m3u"))
        #expect(names(list) == ["a.mp3", "b.mp3", "d.wav", "d.wav", "live.m3u8", "e.mp3"])
        #expect(list.titles.last == "Station")
        #expect(list.warnings.count == 1)
        #expect(list.warnings.first?.message.hasPrefix("Line 6: ") ?? false)
    }

    @Test func `a playlist that contains itself ends`() async throws {
        try write("#EXTM3U\na.mp3\nb.m3u\n", "a.m3u")
        try FileManager.default.createSymbolicLink(
            atPath: path("link.m3u"), withDestinationPath: path("a.m3u"))
        try write("#EXTM3U\nb.mp3\na.m3u\nlink.m3u\n./b.m3u\n", "b.m3u")
        let list = try await Playlist.read(try path("a.m3u"))
        #expect(names(list) == ["a.mp3", "b.mp3"])
        #expect(list.warnings.count == 3)
    }

    @Test func `nested playlists are limited in depth, number and items`() async throws {
        for number in 0..<10 { try write("\(number).mp3\n\(number + 1).m3u\n", "\(number).m3u") }
        let deep = try await Playlist.read(try path("0.m3u"))
        #expect(names(deep) == ["0.mp3", "1.mp3", "2.mp3", "3.mp3", "4.mp3"])
        #expect(deep.warnings.count == 1)
        // Each names the next one twice: a thousand times as many with ten of them.
        for number in 0..<10 {
            try write("x.mp3\n" + String(repeating: "t\(number + 1).m3u\n", count: 8), "t\(number).m3u")
        }
        var limits = PlaylistLimits()
        limits.depth = 9
        let wide = try await Playlist.read(try path("t0.m3u"), limits: limits)
        #expect(wide.items.count == 100)
        limits.items = 7
        let short = try await Playlist.read(try path("t0.m3u"), limits: limits)
        #expect(short.items.count == 7)
        #expect(!short.warnings.isEmpty)
        limits.depth = 0
        #expect(try await Playlist.read(try path("t0.m3u"), limits: limits).items.count == 1)
    }

    @Test func `existing files decide how escapes and backslashes of an entry are read`() async throws {
        for name in ["a%20b.mp3", "c d.mp3", "AC\\DC.mp3", "sub/x.mp3", "album.flac"] { try write("x", name) }
        let list = try await Playlist.read(
            try write("a%20b.mp3\nc%20d.mp3\nAC\\DC.mp3\nsub\\x.mp3\nnot%20there.mp3", "l.m3u"))
        #expect(names(list) == ["a%20b.mp3", "c d.mp3", "AC\\DC.mp3", "x.mp3", "not%20there.mp3"])
        let sheet = try await Playlist.read(
            try write("FILE \"album.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n", "l.cue"))
        #expect(names(sheet) == ["album.flac"])
    }

    @Test func `an unreadable playlist is one error`() async throws {
        let pipe = try path("pipe.m3u")
        _ = unsafe mkfifo(pipe, 0o600)
        try write("", "empty.m3u")
        try write("Dear you", "letter.txt")
        try write("a.mp3\n/x.mp3\n", "large.m3u")
        var limits = PlaylistLimits()
        limits.bytes = 9
        for (name, code) in [
            ("pipe.m3u", PlayerError.Code.notRegularFile), ("gone.m3u", .notFound), ("empty.m3u", .empty),
            ("letter.txt", .unknownFormat), ("large.m3u", .invalidPlaylist),
        ] {
            do throws(PlayerError) {
                _ = try await Playlist.read((try? path(name)) ?? "", limits: limits)
                Issue.record("\(name) was read")
            } catch {
                #expect(error.code == code, "\(name): \(error)")
                #expect(error.uri?.hasSuffix(name) ?? false)
            }
        }
        #expect(try await Playlist.read(try write("pipe.m3u\na.mp3", "m.m3u")).items.count == 1)
    }

    @Test func `a playlist and its nested playlists are read over HTTP`() async throws {
        try write(
            "#EXTM3U\na.mp3\nfile:///etc/passwd\ninner.pls\nlive.m3u8\ngone.pls\n/x.mp3\n", "lists/l.m3u")
        try write("[playlist]\nFile1=../b c.mp3\nFile2=l.m3u\n", "lists/inner.pls")
        let server = try await MediaServer(folder: try #require(folder).url.path)
        let list = try await Playlist.read(server.address(of: "lists/l.m3u"))
        #expect(
            list.items.map(\.uri)
                == ["lists/a.mp3", "b%20c.mp3", "lists/live.m3u8"].map { server.address(of: "") + $0 })
        #expect(list.warnings.count == 4)
        #expect(list.warnings.contains { $0.message.contains("404") })
        await server.close()
    }

    @Test func `a stalled or malformed remote playlist is an error within the timeout`() async throws {
        try write(String(repeating: "a.mp3\n", count: 100), "l.m3u")
        try write(String(repeating: "x", count: 30_000), "large.m3u")
        let plan = FaultPlan(rules: [FaultRule("l.m3u", .stall(at: .share(0.5)))])
        let server = try await MediaServer(folder: try #require(folder).url.path, plan: plan)
        var limits = PlaylistLimits()
        limits.timeout = .milliseconds(300)
        await #expect { try await Playlist.read(server.address(of: "l.m3u"), limits: limits) } throws: {
            ($0 as? PlayerError)?.code == .timedOut
        }
        limits = PlaylistLimits()
        limits.bytes = 20_000
        await #expect { try await Playlist.read(server.address(of: "large.m3u"), limits: limits) } throws: {
            ($0 as? PlayerError)?.code == .invalidPlaylist
        }
        let reading = Task { try await Playlist.read(server.address(of: "l.m3u")) }
        reading.cancel()
        await #expect(throws: PlayerError.self) { try await reading.value }
        await server.close()
    }
}
