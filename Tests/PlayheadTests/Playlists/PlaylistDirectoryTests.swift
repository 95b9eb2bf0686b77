import Foundation
import Playhead
import Testing

@testable import CoreTestSupport
@testable import TestBasics
@testable import TestSupport

/// Playlists: the media in a folder.
struct PlaylistDirectoryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ names: String...) throws {
        for name in names {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: url)
        }
    }

    private func names(_ list: Playlist) -> [String] {
        list.places.map { String($0.dropFirst(folder.url.path.count + 1)) }
    }

    @Test func `a directory lists its media in natural order`() throws {
        try write(
            "a10.mp3", "A2.MP3", "a02.mp3", "á3.mp3", "b.flac", "Ärger.ogg", "z.mkv",
            "99999999999999999999999.mp3",
            "100000000000000000000000.mp3", "cover.jpg", "list.m3u", "x.txt", "noending", ".hidden.mp3",
            "a2.mp3",
            "Straße 2.mp3", "strasse 10.mp3")
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder.mp3"), withIntermediateDirectories: true)
        _ = unsafe mkfifo(folder.url.appending(path: "pipe.mp3").path, 0o600)
        let list = try Playlist(directory: folder.url.path)
        #expect(
            names(list) == [
                "99999999999999999999999.mp3", "100000000000000000000000.mp3", "A2.MP3", "a02.mp3", "a2.mp3",
                "á3.mp3",
                "a10.mp3", "Ärger.ogg", "b.flac", "Straße 2.mp3", "strasse 10.mp3", "z.mkv",
            ])
    }

    @Test func `a directory lists its images, but no artwork beside audio`() throws {
        try write(
            "b.jpg", "a10.PNG", "a2.webp", "cover.jpg", "film.mkv", "x.svg", "Music/1.mp3", "Music/Cover.JPG")
        try write("Music/AlbumArt_small.jpg", "Music/folder.png", "Music/band.jpg")
        let list = try Playlist(directory: folder.url.path, depth: 1)
        #expect(
            names(list) == [
                "a2.webp", "a10.PNG", "b.jpg", "cover.jpg", "film.mkv", "x.svg", "Music/1.mp3",
                "Music/band.jpg",
            ])
    }

    @Test func `a directory lists its subfolders on request, each once`() throws {
        try write("b.mp3", "CD10/a.mp3", "CD2/a.mp3", "CD2/Bonus/x.mp3")
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "CD2/loop"), withDestinationURL: folder.url)
        #expect(names(try Playlist(directory: folder.url.path)) == ["b.mp3"])
        #expect(
            names(try Playlist(directory: folder.url.path + "/", depth: 1)) == [
                "b.mp3", "CD2/a.mp3", "CD10/a.mp3",
            ])
        #expect(
            names(try Playlist(directory: folder.url.path, depth: .max))
                == ["b.mp3", "CD2/a.mp3", "CD2/Bonus/x.mp3", "CD10/a.mp3"])
    }

    @Test func `a directory is listed up to the item limit, and a missing or empty one is an error`()
        async throws
    {
        try write("1.mp3", "2.mp3", "3.mp3", "empty/x.txt")
        var limits = PlaylistLimits()
        limits.items = 2
        let list = try Playlist(directory: folder.url.path, limits: limits)
        #expect(names(list) == ["1.mp3", "2.mp3"])
        #expect(list.warnings.count == 1)
        for (name, code) in [("gone", PlayerError.Code.notFound), ("1.mp3", .notFound), ("empty", .empty)] {
            do {
                _ = try Playlist(directory: folder.url.path + "/" + name)
                Issue.record("\(name) was read")
            } catch {
                #expect(error.code == code)
            }
        }
        #expect(try await Playlist.read(folder.url.path).items.count == 3)
    }
}
