import Foundation
import Playhead
import Testing

@testable import PlayheadCommand
@testable import PlayheadRemote
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `Bookmarks in a file` {
    @Test func `belong to a file by whichever way it is reached, in a folder of the user`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "films/one.mp4")
        let file = BookmarkFile(file: StateFile(path: folder.path + "/state/bookmarks"))
        let list = [Bookmark(at: .milliseconds(1250), name: "a b\tc\nd"), Bookmark(at: .zero)]
        #expect(file.keep(list, of: "file://\(folder.path)/films/../films/one.mp4"))
        #expect(file.keep([Bookmark(at: .seconds(9), name: "é")], of: "http://h/a b"))
        let found = file.bookmarks(of: "file://\(folder.path)/films/one.mp4")
        #expect(found.map(\.position) == [.zero, .milliseconds(1250)])
        #expect(found[0].name == nil && found[1].name?.hasPrefix("a b") == true)
        #expect(file.bookmarks(of: "http://h/a b") == [Bookmark(at: .seconds(9), name: "é")])
        #expect(file.keep([], of: "http://h/a b") && file.bookmarks(of: "http://h/a b") == [])
        #expect(!file.keep(list, of: "fd:0"))
        let nowhere = BookmarkFile(file: StateFile(path: "/proc/no/such"))
        #expect(!nowhere.keep(list, of: "http://h/a") && nowhere.bookmarks(of: "http://h/a") == [])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/state")[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    @Test func `outlive the player`() async throws {
        let folder = try TemporaryFolder()
        func play(_ commands: String) async throws -> RunResult {
            let path = try folder.write(commands, to: "commands")
            return await RunResult(
                try await PlayheadBinary.start(
                    [
                        "play", "--json", "--paused", "--video", "none", "--audio", "none", "--input-file",
                        path,
                        SampleMedia.path("tone.wav"),
                    ], environment: ["XDG_STATE_HOME": folder.path]))
        }
        #expect(try await play("bookmark-go 0; quit").lines().named("warning").count == 1)
        let first = try await play("seek 2; bookmark-add 'the end'; quit")
        #expect(first.code == 0 && first.errors == "")
        let again = try await play("bookmark-go 0; quit")
        #expect(again.code == 0 && again.errors == "")
        let file = try String(contentsOfFile: folder.path + "/playhead/bookmarks", encoding: .utf8)
        #expect(file.contains(/^2\.0 file:.*tone\.wav\tthe end\n$/))
    }
}
