import Foundation
import GStreamer
import Playhead
import PlayheadSystem
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// File names of every kind, and what is an address.
@Suite(.timeLimit(.minutes(1)))
struct FileAddressTests {
    static let names = [
        "plain.mp4", "with space.mp4", "a#b.mp4", "100%.mp4", "%41.mp4", "what?.mp4", "it's \"quoted\".mp4",
        "two\nlines.mp4", "tab\there.mp4", "größe.mp4", "動画.mp4", "🎬.mp4", "a&b=c;d.mp4", "back\\slash.mp4",
        "http:.mp4", "-", "~", "+plus+.mp4", "[x]{y}.mp4",
    ]

    @Test(arguments: names)
    func `a file name is preserved in a URI`(_ name: String) throws {
        let path = "/some folder/\(name)"
        let uri = FileAddress.uri(path: path)
        #expect(uri.hasPrefix("file:///some%20folder/"))
        #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(FileAddress.path(uri: uri)?.text == path)
        #expect(try #require(URL(string: uri)).path(percentEncoded: false) == path)
    }

    @Test(arguments: names)
    func `a file of any name plays`(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: name)
        try FileManager.default.copyItem(at: Samples.directory.appending(path: "one-frame.mp4"), to: file)
        let harness = Harness(.real)
        harness.player.load(
            MediaItem(path: folder.url.path(percentEncoded: false) + "/" + name), autoplay: true)
        #expect(try await harness.player.waitForEnd() == .natural)
        await harness.closes()
    }

    @Test(arguments: [
        ("file:///a/b.mp4", "mp4"), ("file:///a.b/c", ""), ("file:///a/b.tar.gz", "gz"),
        ("file:///a/b%2Emp3", "mp3"),
        ("file:///a/b.", ""), ("http://host.example/live.AAC?x=1.mp4#y.z", "AAC"),
        ("http://host.example", ""),
        ("fd://0", ""), ("", ""),
    ])
    func `the extension of a name follows its last full stop`(_ uri: String, _ ending: String) {
        #expect(FileAddress.ending(of: uri) == ending)
    }

    @Test func `a relative path begins at the current directory`() {
        let uri = FileAddress.uri(path: "a/b.mp4")
        #expect(FileAddress.path(uri: uri)?.text == FileManager.default.currentDirectoryPath + "/a/b.mp4")
    }

    @Test func `addresses of this machine have a path, others have none`() {
        #expect(FileAddress.path(uri: "file:///a/b") == "/a/b")
        #expect(FileAddress.path(uri: "FILE://localhost/a/b") == "/a/b")
        #expect(FileAddress.path(uri: "file://elsewhere/a/b") == nil)
        #expect(FileAddress.path(uri: "http://localhost/a") == nil)
        #expect(FileAddress.path(uri: "file:///100%") == "/100%")
        #expect(FileAddress.path(uri: "file:///%zz%4") == "/%zz%4")
    }

    @Test func `a URI scheme follows RFC 3986`() {
        for text in ["http://a", "HLS+https://a", "a.b-c://", "rtsp://host/path"] {
            #expect(FileAddress.hasScheme(text))
        }
        for text in [
            "", "://a", "1http://a", "a b://c", "/a://b", "a/b.mp4", "c:\\film", "mailto:a", "größe://a",
        ] {
            #expect(!FileAddress.hasScheme(text))
        }
    }

    @Test func `typed text is an existing file first, then a URI`() throws {
        #expect(MediaItem(pathOrURI: "-").uri == "fd://0")
        #expect(MediaItem(pathOrURI: "https://host/a%20b").uri == "https://host/a%20b")
        #expect(MediaItem(pathOrURI: "/a b").uri == "file:///a%20b")
        let folder = try TemporaryFolder()
        let path = folder.url.path(percentEncoded: false) + "/http:"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: path + "/x"))
        #expect(MediaItem(pathOrURI: path + "/x").uri.hasPrefix("file:///"))
    }

    @Test func `bytes that are no UTF-8 are preserved in a URI, and shown one by one`() throws {
        let path = FilePath(bytes: Array("/a/é caf".utf8) + [0xE9, 0xFF] + Array(".mp4".utf8))
        let uri = FileAddress.uri(path: path)
        #expect(uri == "file:///a/%C3%A9%20caf%E9%FF.mp4" && FileAddress.path(uri: uri) == path)
        #expect(path.description == #"/a/é caf\xE9\xFF.mp4"# && path.text == nil)
        #expect(FileAddress.ending(of: uri) == "mp4")
    }

    @Test
    func `typed bytes that are no UTF-8 become a file URI, also behind an option`()
        throws
    {
        let folder = try TemporaryFolder()
        let name: [UInt8] = Array((folder.path + "/caf").utf8) + [0xE9]
        #expect(
            !CommandLineInput.text(name).hasPrefix("file:")
                && CommandLineInput.text(name).hasSuffix("/caf\u{FFFD}"))
        // A shell can name it.
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", #": > "$1/$(printf 'caf\351')""#, "sh", folder.path]
        try shell.run()
        shell.waitUntilExit()
        #expect(CommandLineInput.text(name) == "file://\(folder.path)/caf%E9")
        #expect(
            CommandLineInput.text(Array("--playlist=".utf8) + name)
                == "--playlist=file://\(folder.path)/caf%E9")
        let text = Array("/caf".utf8) + [0xE9]
        #expect(
            CommandLineInput.text(Array("http://host".utf8) + text + Array("%20?".utf8))
                == "http://host/caf%E9%20?"
        )
        #expect(CommandLineInput.text(Array("/café%".utf8)) == "/café%")
    }
}
