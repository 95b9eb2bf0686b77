import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Playlists: what a list from a network may name.
struct RemotePlaceTests {
    @Test(arguments: [
        "file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd", "/etc/passwd", "//host/x", "fd://0",
        "fd:0", "FD://3",
        "file:passwd", "cdda://1", "v4l2:///dev/video0", "C:\\x.mp3", "\\\\server\\x.mp3",
        "smb://server/x.mp3",
        "appsrc://x",
    ])
    func `a remote playlist lists no local file`(_ location: String) throws {
        let escaped = location.split(separator: "&").joined(separator: "&amp;")
        let texts = [
            "#EXTM3U\n\(location)\ngood.mp3\n", "[playlist]\nFile1=\(location)\nFile2=good.mp3\n",
            "<playlist><trackList><track><location>\(escaped)</location></track>"
                + "<track><location>good.mp3</location></track></trackList></playlist>",
            "FILE \"\(location)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nFILE \"good.mp3\" MP3\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n",
        ]
        for text in texts {
            let list = try Playlist.of(text, at: "https://host/lists/a")
            #expect(list.places == ["https://host/lists/good.mp3"])
            #expect(list.warnings.count == 1)
        }
    }

    @Test func `xml:base does not make a remote playlist local`() throws {
        let text = """
            <playlist xml:base="file:///etc/"><trackList><track><location>passwd</location></track>
            <track xml:base="http://other/x/"><location>a.mp3</location></track></trackList></playlist>
            """
        let list = try Playlist.of(text, at: "http://host/l.xspf")
        #expect(list.places == ["http://host/passwd", "http://other/x/a.mp3"])
        #expect(list.warnings.count == 1)
    }

    @Test(arguments: [
        ("a.mp3", "http://h:8/m/n/a.mp3"), ("../a.mp3", "http://h:8/m/a.mp3"),
        ("../../../../a", "http://h:8/a"),
        ("./x/./y/../z.mp3", "http://h:8/m/n/x/z.mp3"), ("a b%20c.mp3", "http://h:8/m/n/a%20b%20c.mp3"),
        ("s.php?id=1&x=../y", "http://h:8/m/n/s.php?id=1&x=../y"), ("x\\y.mp3", "http://h:8/m/n/x/y.mp3"),
        ("No #1.mp3", "http://h:8/m/n/No%20%231.mp3"), ("https://o/x", "https://o/x"),
        ("rtmp://o/x", "rtmp://o/x"),
    ])
    func `relative entries are resolved against the playlist`(_ text: String, _ address: String) throws {
        #expect(try Playlist.of(text, .m3u, at: "http://h:8/m/n/list.m3u?session=1/2#x").places == [address])
    }
}
