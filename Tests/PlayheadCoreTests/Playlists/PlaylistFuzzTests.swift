import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import PlayheadSystem
@testable import TestBasics

/// Playlists: nothing that a list holds crashes the reader, keeps it, or grows.
@Suite(.apart, .serialized, .timeLimit(.minutes(2)))
struct PlaylistFuzzTests {
    private static let pieces = [
        "#EXTM3U\n", "#EXTINF:", "-1,", "#EXTVLCOPT:start-time=", "#EXT-X-", "[playlist]\n", "File", "1", "=",
        "Title", "Length",
        "<playlist>", "<trackList>", "<track>", "<location>", "</location>", "</track>", "</", ">", "<", "&",
        "&amp;", "&#x10FFFF;",
        "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE", "xml:base=", "\"", "'", "FILE ", "TRACK 01 AUDIO\n",
        "INDEX 01 ", "00:00:00",
        "99:59:74\n", "TITLE ", "file://", "http://", "://", "fd:", "C:\\", "\\\\", "..", "/", "./", "%",
        "%00", "%2", "\n", "\r\n",
        "\r", "\t", " ", "\0", "\u{FEFF}", "é", "99999999999999999999", ".", "-", "?", "#", "a.mp3", ":",
    ].map { Array($0.utf8) }

    @Test(arguments: UInt64(1)...8) func `random playlists are read or refused`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<50, using: &random) {
                if Int.random(in: 0..<6, using: &random) > 0 {
                    bytes += Self.pieces.randomElement(using: &random) ?? []
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            for format in [nil] + PlaylistFormat.allCases.map(Optional.some) {
                let base = ["/m/l.m3u", "http://h/l"].randomElement(using: &random) ?? ""
                do throws(PlayerError) {
                    let list = try Playlist.parse(bytes, format: format, base: base)
                    #expect(!list.items.isEmpty)
                    let isHLS = list.items.map(\.uri) == [base]
                    if base.hasPrefix("http"), !isHLS {
                        #expect(
                            list.items.allSatisfy {
                                FileAddress.hasScheme($0.uri) && FileAddress.path(uri: $0.uri) == nil
                            })
                    }
                    #expect(list.items.allSatisfy { $0.endPosition.map { $0 > .zero } ?? true })
                } catch {
                    #expect([.empty, .invalidPlaylist, .unknownFormat].contains(error.code))
                }
            }
        }
    }

    /// Each of these takes for ever if anything is looked at more often than a few times.
    static let burdens = [
        "<a", "&amp;", "&", "<!--", "<![CDATA[", "<a>", "a=", "\"", "'", "%", "\\", "../", "../\n", "a\n",
        "\r", "#EXTINF:\n", "#",
        "File1=a\n", "Title2=a\n", "TRACK 01 AUDIO\n", "INDEX 01 00:00:00\n", "FILE a b\n", "<a></a>", "\0",
        "\0\n", ",", "./",
        "TRACK 01 AUDIO\nINDEX 01 00:00:00\n", "<track><location>a</location></track>", "C:\\\n",
    ]

    @Test(
        arguments: burdens,
        ["#EXTM3U\n", "[playlist]\n", "<playlist><trackList>", "FILE a.wav WAVE\nTRACK 01 AUDIO\n"])
    func `100,000 repeated bytes are read in linear time`(_ piece: String, _ head: String) {
        let bytes = Array((head + String(repeating: piece, count: 100_000 / piece.utf8.count)).utf8)
        for base in ["/m/l", "http://h/m/l"] {
            let list = try? Playlist.parse(bytes, base: base)
            #expect(list?.warnings.count ?? 0 <= 101)
        }
    }

    @Test func `a line of 1 MB is skipped`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let list = try Playlist.of("#EXTM3U\na.mp3\n\(long)\n#EXTINF:1,\(long)\nb.mp3\n")
        #expect(list.places == ["/music/lists/a.mp3", "/music/lists/b.mp3"])
        #expect(list.warnings.map { String($0.message.prefix(7)) } == ["Line 3:", "Line 4:"])
        let track =
            "<track><location>\(long)</location><location>a.mp3</location><title>\(long)</title></track>"
        let xml = try Playlist.of("<playlist><trackList>\(track)</trackList></playlist>")
        #expect(xml.places == ["/music/lists/a.mp3"])
        #expect(xml.titles == [nil])
        #expect(xml.warnings.count == 2)
    }

    @Test func `1,000,000 lines are read up to the item limit`() throws {
        let list = try Playlist.of("#EXTM3U\n" + String(repeating: "a\n", count: 1_000_000))
        #expect(list.items.count == 100_000)
        #expect(list.warnings.count == 1)
        var limits = PlaylistLimits()
        limits.lines = 10
        #expect(
            try Playlist.parse(
                Array(String(repeating: "a\n", count: 100).utf8), format: .m3u, base: "/m/l", limits: limits
            )
            .items.count == 10)
    }

    @Test func `1,000,000 malformed lines give 100 warnings`() throws {
        let list = try Playlist.of("[playlist]\nFile1=a\n" + String(repeating: "x\n", count: 999_000))
        #expect(list.items.count == 1)
        #expect(list.warnings.count == 100)
        #expect(list.warnings.last?.message == "And 998901 more")
    }
}
