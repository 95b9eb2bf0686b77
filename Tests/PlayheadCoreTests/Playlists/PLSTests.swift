import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Playlists: what programs write as PLS.
struct PLSTests {
    @Test func `PLS entries are sorted by number`() throws {
        let list = try Playlist.of(
            """
            [playlist]
            X-GNOME-Title=Mine
            File10=ten.mp3
            Title10=Ten
            Length2=61
            Title2=Two
            File2=http://radio.example:8000/
            NumberOfEntries=3
            File1=file:///a/one%20.mp3
            Length1=-1
            Version=2
            """)
        #expect(list.title == "Mine")
        #expect(list.places == ["/a/one .mp3", "http://radio.example:8000/", "/music/lists/ten.mp3"])
        #expect(list.titles == [nil, "Two", "Ten"])
        #expect(list.lengths == [nil, .seconds(61), nil])
        #expect(list.warnings.isEmpty)
    }

    @Test func `PLS entries with missing, repeated or extreme numbers are read, and other lines ignored`()
        throws
    {
        let list = try Playlist.of(
            """
            [Playlist]
            ; a remark
            file1 = a.mp3
            File1=again.mp3
            Title7=Nothing
            File99999999999999999999=x.mp3
            what is this
            File=b.mp3
            Title=B
            """)
        #expect(list.places == ["/music/lists/a.mp3", "/music/lists/b.mp3"])
        #expect(list.titles == [nil, "B"])
        #expect(
            list.warnings.map { String($0.message.prefix(6)) } == ["Line 4", "Line 6", "Line 7", "Line 5"])
    }

    @Test func `a PLS playlist is recognized by its content`() throws {
        let bytes = Array("\u{FEFF}\r\n[PLAYLIST]\r\nFile1=a.mp3".utf8)
        #expect(PlaylistFormat(guessing: bytes) == .pls)
        #expect(try Playlist.parse(bytes, base: "http://h/listen").places == ["http://h/a.mp3"])
    }
}
