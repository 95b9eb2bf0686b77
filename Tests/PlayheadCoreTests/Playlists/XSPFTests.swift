import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Playlists: what programs write as XSPF, and what nobody should.
struct XSPFTests {
    @Test func `XSPF tracks of VLC are read`() throws {
        let list = try Playlist.of(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/" version="1">
              <title>Mine &amp; yours</title>
              <!-- <track> -->
              <trackList>
                <track>
                  <location>file:///a/b%20c.mp4</location>
                  <title>One &#x263A;</title><creator>Somebody</creator>
                  <duration>61500</duration>
                  <extension application="http://www.videolan.org/vlc/playlist/0">
                    <vlc:id>0</vlc:id><vlc:option>start-time=3.5</vlc:option><vlc:option>:stop-time=9</vlc:option>
                  </extension>
                </track>
                <track><location>C:\\no.mp3</location><location>d/100%25.ogg</location><title><![CDATA[<Two>]]></title></track>
              </trackList>
              <extension application="x"><vlc:item tid="0"/></extension>
            </playlist>
            """)
        #expect(list.title == "Mine & yours")
        #expect(list.places == ["/a/b c.mp4", "/music/lists/d/100%.ogg"])
        #expect(list.titles == ["Somebody - One ☺", "<Two>"])
        #expect(list.lengths == [.milliseconds(61500), nil])
        #expect(list.items[0].startPosition == .milliseconds(3500))
        #expect(list.items[0].endPosition == .seconds(9))
        #expect(list.warnings.isEmpty)
    }

    @Test func `xml:base elements are resolved`() throws {
        let list = try Playlist.of(
            """
            <x:playlist xmlns:x='http://xspf.org/ns/0/' xml:base='/other/'><x:trackList xml:base='sub/'>
            <x:track><x:location>a.mp3</x:location></x:track>
            <x:track xml:base="http://h/q/"><x:location>../b.mp3</x:location></x:track>
            <x:track><x:location>/c%20d.mp3</x:location></x:track>
            </x:trackList></x:playlist>
            """, .xspf)
        #expect(list.places == ["/other/sub/a.mp3", "http://h/b.mp3", "/c d.mp3"])
    }

    @Test func `XSPF is read in other encodings`() throws {
        let start = Array(
            "<?xml version='1.0' encoding='windows-1251'?><playlist><trackList><track><location>".utf8)
        let end = Array(".mp3</location></track></trackList></playlist>".utf8)
        let list = try Playlist.parse(start + [0xC4, 0xEE, 0xEC] + end, base: "/m/l.xspf")
        #expect(list.places == ["/m/Дом.mp3"])
    }

    static let track = "<track><location>a.mp3</location></track>"

    @Test(arguments: [
        "<track><location>b", "<track></nothing>", "&bomb;", "<track", "<!ELEMENT x>", "<!-- ",
        "<track><location x=1>",
        String(repeating: "<a>", count: 100), "<track><title>&#0;</title></track>",
    ])
    func `malformed XML is a warning, and earlier XSPF tracks are read`(_ fault: String) throws {
        let list = try Playlist.of("<playlist><trackList>\n\(Self.track)\n\(fault)\n\(Self.track)", .xspf)
        #expect(list.places == ["/music/lists/a.mp3"])
        #expect(list.warnings.count == 1)
        #expect(list.warnings[0].message.hasPrefix("Line 3") || list.warnings[0].message.hasPrefix("Line 4"))
    }

    @Test func `an XSPF track without a location is a warning`() throws {
        let list = try Playlist.of(
            "<playlist><trackList>\n<track><title>x</title></track>\(Self.track)</trackList></playlist>",
            .xspf)
        #expect(list.items.count == 1)
        #expect(list.warnings.map(\.message) == ["Line 2: A track has no location"])
    }

    @Test(arguments: [
        #"<!DOCTYPE playlist [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#,
        #"<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>"#,
    ])
    func `XSPF with entity declarations is refused`(_ declaration: String) {
        let text =
            "<?xml version='1.0'?>\(declaration)<playlist><trackList><track><location>&x;</location></track></trackList></playlist>"
        do {
            _ = try Playlist.of(text, .xspf)
            Issue.record("it was read")
        } catch {
            #expect(error.code == .invalidPlaylist)
            #expect(error.message.contains("types of documents"))
        }
    }
}
