import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Playlists: what programs write as M3U.
struct M3UTests {
    @Test func `M3U entries of Winamp have paths, titles and durations`() throws {
        let list = try Playlist.of(
            "#EXTM3U\r\n#EXTINF:123,Someone - First, and more\r\nFirst.mp3\r\n#EXTINF:-1,A stream\r\n"
                + "http://radio.example/stream\r\n#EXTINF:0,\r\nSub\\Third song.mp3\r\n", .m3u)
        #expect(
            list.places
                == [
                    "/music/lists/First.mp3", "http://radio.example/stream",
                    "/music/lists/Sub/Third song.mp3",
                ])
        #expect(list.titles == ["Someone - First, and more", "A stream", nil])
        #expect(list.lengths == [.seconds(123), nil, nil])
        #expect(list.warnings.isEmpty)
    }

    @Test func `the duration of an image in M3U is its image duration`() throws {
        let text =
            "#EXTM3U\n#EXTINF:8,A\na.jpg\n#EXTINF:2.5,\nhttp://host/B.PNG?c=d\n#EXTINF:-1,C\nc.png\n"
        let list = try Playlist.of(text + "#EXTINF:9,\nd.mp3\n", .m3u)
        #expect(list.items.map(\.imageDuration) == [.seconds(8), .seconds(2.5), nil, nil])
    }

    @Test func `M3U lines are absolute or relative paths, with spaces and percent signs`() throws {
        let list = try Playlist.of("\n  /a/b c.mp3  \n../100% it.ogg\n./x#1.mp3\n\n", .m3u)
        #expect(list.places == ["/a/b c.mp3", "/music/lists/../100% it.ogg", "/music/lists/x#1.mp3"])
        #expect(list.items[1].uri == "file:///music/lists/../100%25%20it.ogg")
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `M3U lines end with LF, CR LF or CR`(_ end: String) throws {
        let text = ["#EXTM3U", "#EXTINF:3,One", "one.mp3", "two.mp3"].joined(separator: end)
        #expect(try Playlist.of(text, at: "/m/a.m3u").places == ["/m/one.mp3", "/m/two.mp3"])
    }

    @Test func `M3U is read as UTF-8, UTF-16, Windows-1252 or in a given encoding`() throws {
        let text = "#EXTM3U\n#EXTINF:1,Dvořák\nDvořák.mp3\n"
        let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + utf16] {
            #expect(try Playlist.parse(bytes, base: "/m/l.m3u8").places == ["/m/Dvořák.mp3"])
        }
        let western = Array("#EXTM3U\nf".utf8) + [0xFC] + Array("r.mp3\n".utf8)
        #expect(try Playlist.parse(western, base: "/m/l.m3u").places == ["/m/für.mp3"])
        let russian = [0xC4, 0xEE, 0xEC] + Array(".mp3\n".utf8)
        let list = try Playlist.parse(russian, base: "/m/l.m3u", encoding: "windows-1251")
        #expect(list.places == ["/m/Дом.mp3"])
    }

    @Test func `M3U of VLC has start and end positions and a title`() throws {
        let list = try Playlist.of(
            """
            #EXTM3U
            #PLAYLIST:Evening
            #EXTINF:200,Part
            #EXTVLCOPT:start-time=12.5
            #EXTVLCOPT:stop-time=20
            #EXTVLCOPT:network-caching=1000
            file:///m/a%20b.mp4
            """, at: "/m/l.m3u8")
        #expect(list.title == "Evening")
        #expect(list.places == ["/m/a b.mp4"])
        #expect(list.items[0].startPosition == .milliseconds(12500))
        #expect(list.items[0].endPosition == .seconds(20))
        #expect(list.warnings.isEmpty)
    }

    @Test func `M3U of IPTV has channels with attributes`() throws {
        let list = try Playlist.of(
            """
            #EXTM3U x-tvg-url="http://guide.example/x.xml"
            #EXTINF:-1 tvg-id="one" tvg-name="One, Two" group-title="News",One, the first
            https://tv.example/one/index.m3u8?token=a%2Fb
            """, at: "/m/l.m3u")
        #expect(list.titles == ["One, the first"])
        #expect(list.places == ["https://tv.example/one/index.m3u8?token=a%2Fb"])
    }

    @Test func `M3U entries are file URIs and remote URIs`() throws {
        let list = try Playlist.of(
            """
            file:///a/b.mp3
            file:/a/c.mp3
            FILE://localhost/a/100%.mp3
            file://server/a.mp3
            C:\\Music\\a.mp3
            file:///C:/Music/a.mp3
            \\\\server\\share\\a.mp3
            fd://0
            http://
            file:///a%00b
            """, .m3u)
        #expect(list.places == ["/a/b.mp3", "/a/c.mp3", "/a/100%.mp3"])
        let lines = list.warnings.map { String($0.message.prefix { $0 != ":" }) }
        #expect(lines == (4...10).map { "Line \($0)" })
    }

    @Test func `relative M3U entries are resolved`() throws {
        let list = try Playlist.of("http://h/a b/ü.mp3?x=1 2\nhttp://h/100%.mp3", .m3u)
        #expect(list.places == ["http://h/a%20b/%C3%BC.mp3?x=1%202", "http://h/100%25.mp3"])
    }

    @Test func `a malformed M3U line is skipped with a warning that has its number`() throws {
        let list = try Playlist.of(
            "#EXTM3U\n#EXTINF:nothing\na.mp3\n#EXTVLCOPT:start-time=soon\nb.mp3\nc\u{0}.mp3\n#EXTINF:3,Last\n",
            .m3u)
        #expect(list.places == ["/music/lists/a.mp3", "/music/lists/b.mp3"])
        #expect(
            list.warnings.map { String($0.message.prefix(6)) } == ["Line 2", "Line 4", "Line 6", "Line 7"])
    }

    @Test func `an end position before the start position is ignored`() throws {
        let list = try Playlist.of(
            "#EXTVLCOPT:start-time=9\n#EXTVLCOPT:stop-time=3\na.mp3", .m3u)
        #expect(list.items[0].startPosition == .seconds(9))
        #expect(list.items[0].endPosition == nil)
        #expect(list.warnings.count == 1)
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n",
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n",
    ])
    func `an HLS playlist is a medium, not a playlist`(_ text: String) throws {
        let bytes = Array(text.utf8)
        #expect(!PlaylistFormat.isPlaylist(bytes, ending: "m3u8"))
        #expect(PlaylistFormat.isPlaylist(Array("#EXTM3U\n#EXTINF:4,x\na.ts\n".utf8), ending: "m3u8"))
        let list = try Playlist.parse(bytes, base: "http://h/live/main.m3u8")
        #expect(list.items == [MediaItem(uri: "http://h/live/main.m3u8")])
    }

    @Test(arguments: [("", PlayerError.Code.empty), (" \n\r\n", .empty), ("#EXTM3U\n", .empty)])
    func `an empty M3U playlist is an error`(_ text: String, _ code: PlayerError.Code) {
        #expect(throws: PlayerError.self) { try Playlist.of(text, .m3u) }
        do { _ = try Playlist.of(text, .m3u) } catch { #expect(error.code == code) }
    }

    @Test func `an M3U playlist without a valid line is an error with the first line`() {
        do {
            _ = try Playlist.of("C:\\a.mp3\nD:\\b.mp3\n", .m3u)
            Issue.record("it was read")
        } catch {
            #expect(error.code == .invalidPlaylist)
            #expect(error.message.contains("Line 1"))
            #expect(error.uri == "file:///music/lists/list")
        }
    }

    @Test func `a text without playlist signs is no playlist`() {
        for text in ["", "RIFF\0\0\0\0WAVE", "Dear reader,\nthis is a letter.", "<html><body/></html>"] {
            #expect(PlaylistFormat(guessing: Array(text.utf8)) == nil)
        }
        #expect(PlaylistFormat(guessing: Array("a.mp3\n".utf8), ending: "M3U") == .m3u)
        #expect(PlaylistFormat(guessing: Array("[Playlist]\nFile1=a".utf8), ending: "m3u") == .pls)
        #expect(PlaylistFormat(guessing: [0x49, 0x44, 0x33, 0, 0, 1], ending: "m3u") == nil)
    }
}
