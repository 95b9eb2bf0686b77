import Foundation
import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// Playlists: what is saved is read again as it was.
struct PlaylistSavingTests {
    @Test func `a saved playlist has the documented form`() throws {
        var first = MediaItem(
            path: "/m/lists/sub/a b%.mp3", startPosition: .milliseconds(1500), endPosition: .seconds(9))
        first.title = "One,\ntwo"
        let second = MediaItem(path: "/m/other.mp3")
        var list = Playlist([
            first, second, MediaItem(path: "/m/lists/#1.mp3"), MediaItem(uri: "http://h/x?y"),
        ])
        list.title = "Mine"
        list.durations[second] = .milliseconds(61_600)
        #expect(
            list.m3u8(relativeTo: "/m/lists") == """
                #EXTM3U
                #PLAYLIST:Mine
                #EXTINF:-1,One, two
                #EXTVLCOPT:start-time=1.5
                #EXTVLCOPT:stop-time=9
                sub/a b%.mp3
                #EXTINF:62,
                /m/other.mp3
                ./#1.mp3
                http://h/x?y

                """)
    }

    static let names = [
        "a", "ü", " ", "#", "%", "%20", "\\", ":", "C:\\", "\n", "\r", "é\u{301}", "..x", "//", "http://",
        "file:", "?", "\"", ",",
        "~", ".", "-", "☺", "fd:", "\u{FEFF}", "\t", "x",
    ]

    @Test(arguments: UInt64(1)...4) func `a saved item is read back unchanged`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func word() -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Self.names.randomElement(using: &random) ?? ""
            }.joined()
        }
        for _ in 0..<200 {
            let items = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                let folder = ["/m/lists/", "/m/", "/", "/m/lists/sub/"].randomElement(using: &random) ?? "/"
                var item =
                    Int.random(in: 0..<6, using: &random) == 0
                    ? MediaItem(uri: "https://h/\(UInt16.random(in: 0...999, using: &random))%2F?a=b#c")
                    : MediaItem(path: folder + word() + ".mp3")
                if Bool.random(using: &random) {
                    item.title = "T" + word().filter { !$0.isNewline && $0 != "\t" } + "T"
                }
                if Bool.random(using: &random) {
                    item.startPosition = Duration(
                        attoseconds: Int128.random(in: 1...(1 << 80), using: &random))
                }
                if Bool.random(using: &random) {
                    item.endPosition =
                        (item.startPosition ?? .zero)
                        + .nanoseconds(Int64.random(in: 1...Int64.max >> 8, using: &random))
                }
                return item
            }
            var list = Playlist(items, title: "Of \(seed)")
            for item in items where Bool.random(using: &random) {
                list.durations[item] = .seconds(Int.random(in: 1...9999, using: &random))
            }
            for folder in ["/m/lists", nil, "/m/lists/", "/"] {
                let read = try Playlist.parse(
                    Array(list.m3u8(relativeTo: folder).utf8),
                    base: (folder ?? "/elsewhere/") + (folder == "/m/lists" ? "/l.m3u8" : "l.m3u8"))
                let lost = zip(read.items, list.items).first { $0 != $1 }.map { "\($0)" } ?? ""
                #expect(read == list, "\(lost)\n\(list.m3u8(relativeTo: folder))")
            }
        }
    }

    @Test func `a saved album is read back unchanged`() throws {
        let album = try Playlist.of(CueSheetTests.album, at: "/m/a.cue")
        var read = try Playlist.of(album.m3u8(relativeTo: "/m"), at: "/m/a.m3u8")
        #expect(read.items == album.items)
        #expect(read.title == album.title)
        read.durations = album.durations
        #expect(read == album)
    }

    @Test func `a title is saved where one exists`() throws {
        var item = MediaItem(uri: "a:b")
        #expect(!String(decoding: try RecordingFormat.encode(item), as: UTF8.self).contains("\"title\""))
        item.title = "T"
        #expect(try RecordingFormat.decode(MediaItem.self, from: RecordingFormat.encode(item)) == item)
    }
}
