import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Playlists: the tracks of an album that is one file.
struct CueSheetTests {
    static let album = """
        REM GENRE Rock
        REM DISCID 860B640B
        REM COMMENT "ExactAudioCopy v1.0"
        CATALOG 0000000000000
        PERFORMER "The "Great" Ones"
        TITLE "Album"
        FILE "The Album.wav" WAVE
          TRACK 01 AUDIO
            TITLE "First"
            PERFORMER "Guest"
            FLAGS DCP
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Second"
            ISRC ABCDE1234567
            INDEX 00 03:59:70
            INDEX 01 04:01:01
          TRACK 03 AUDIO
            PREGAP 00:02:00
            INDEX 01 100:00:74
        """

    @Test func `each CUE track is a range of the file, exact to the frame`() throws {
        let list = try Playlist.of(Self.album)
        #expect(list.title == "The \"Great\" Ones - Album")
        #expect(list.places == Array(repeating: "/music/lists/The Album.wav", count: 3))
        #expect(list.titles == ["Guest - First", "The \"Great\" Ones - Second", "The \"Great\" Ones"])
        let frame = Duration.seconds(1) / 75
        #expect(
            list.items.map(\.startPosition) == [
                nil, .seconds(241) + frame, .seconds(6000) + .seconds(74) / 75,
            ])
        #expect(
            list.items.map(\.endPosition) == [.seconds(241) + frame, .seconds(6000) + .seconds(74) / 75, nil])
        #expect(list.lengths[0] == .seconds(241) + frame)
        #expect(list.lengths[2] == nil)
        #expect(list.warnings.isEmpty)
    }

    @Test func `a CUE sheet with several files keeps pregaps with the earlier tracks`() throws {
        let list = try Playlist.of(
            """
            FILE "01.wav" WAVE
              TRACK 01 AUDIO
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 00 03:00:00
            FILE 02 two.wav WAVE
                INDEX 01 00:00:00
              TRACK 03 AUDIO
                INDEX 01 02:00:37
            """, .cue)
        #expect(list.places == ["/music/lists/01.wav", "/music/lists/02 two.wav", "/music/lists/02 two.wav"])
        #expect(list.items.map(\.endPosition) == [nil, .seconds(120) + .seconds(37) / 75, nil])
        #expect(list.warnings.isEmpty)
    }

    @Test func `malformed lines, tracks without a start and data tracks are left out`() throws {
        let list = try Playlist.of(
            """
            FILE "a.flac" WAVE
            TRACK 01 AUDIO
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            INDEX 01 00:61:00
            TRACK 03 MODE1/2352
            INDEX 01 01:00:00
            TRACK 04 AUDIO
            INDEX 01 00:30:00
            TRACK 05 AUDIO
            INDEX 01 02:00:00
            NONSENSE
            FILE "b.bin" BINARY
            TRACK 06 AUDIO
            INDEX 01 00:00:00
            """, .cue)
        #expect(list.items.map(\.startPosition) == [nil, .seconds(120)])
        #expect(list.items.map(\.endPosition) == [.seconds(60), nil])
        #expect(
            list.warnings.map { String($0.message.prefix { $0 != ":" }) }
                == ["Line 5", "Line 12", "Line 4", "Line 6", "Line 8", "Line 14"])
    }

    @Test func `a CUE sheet is read as Windows-1252 or in a given encoding`() throws {
        let bytes =
            Array("FILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"Caf".utf8) + [0xE9]
            + Array("\"\nINDEX 01 00:00:00".utf8)
        #expect(try Playlist.parse(bytes, base: "/m/a.cue").titles == ["Café"])
        let japanese =
            Array("FILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"".utf8) + [0x8A, 0x79]
            + Array("\"\nINDEX 01 00:00:00".utf8)
        #expect(try Playlist.parse(japanese, base: "/m/a.cue", encoding: "Shift_JIS").titles == ["楽"])
    }
}
