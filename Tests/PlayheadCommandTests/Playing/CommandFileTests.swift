import ArgumentParser
import Glibc
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCommand
@testable import PlayheadRemote
@testable import TestBasics
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `Commands of a file` {
    /// A fake player that reads commands, and the warnings that come of them.
    private final class Stage: Sendable {
        let fake = FakePlayer()
        let control: RemoteControl
        let warnings = Mutex<[String]>([])

        init() { control = RemoteControl(fake.player) }

        func read(_ path: String) throws {
            try CommandFile(path: path, interpreter: MPVInterpreter(control)) { [self] warning in
                warnings.withLock { $0.append(warning.message) }
            }.begin()
        }
    }

    @Test func `are carried out in order, and those without effect are told by their lines`() async throws {
        let folder = try TemporaryFolder()
        let text = """
            # A comment, and an empty line

            open "/m/a b.mkv" /m/c.mkv; pause
            seek soon
            volume 20   # a comment
            volume
            list
            nonsense
            show 'a
            message hello
            set_property nothing 1\r
            speed 2
            mute
            """
        let stage = Stage()
        try stage.read(try folder.write(text, to: "commands"))
        try await waitUntil { stage.fake.player.isMuted }
        #expect(stage.fake.player.volume == 0.2 && stage.fake.player.speed == 2)
        #expect(
            stage.fake.player.queue.value.items.map(\.media.uri) == [
                "file:///m/a%20b.mkv", "file:///m/c.mkv",
            ])
        #expect(!stage.fake.player.snapshot.wantsToPlay)
        let warnings = stage.warnings.withLock(\.self).map { $0.replacing(folder.path, with: "") }
        #expect(
            warnings == [
                "/commands, line 4: 'soon' is not a time: 90, 1:30, 50%, +10 or -10 are",
                "/commands, line 6: 'volume' takes another number of arguments",
                "/commands, line 7: 'list' prints, which only `playhead control` does",
                "/commands, line 8: the player refuses it: invalid parameter",
                "/commands, line 9: a quotation is not closed",
                "/commands, line 10: the player refuses it: error running command",
                "/commands, line 11: the player refuses it: property not found",
            ])
    }

    @Test func `come from a FIFO, writer after writer`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/fifo"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let stage = Stage()
        try stage.read(path)
        for step in 1...20 {
            // There is a reader at each time. The line has no end.
            let writer = unsafe open(path, O_WRONLY | O_NONBLOCK)
            try #require(writer >= 0)
            let text = "volume \(step)"
            #expect(unsafe write(writer, text, text.utf8.count) == text.utf8.count)
            close(writer)
            try await waitUntil { stage.fake.player.volume == Double(step) / 100 }
        }
        #expect(stage.warnings.withLock(\.self) == [])
    }

    @Test func `quit the command, and a file that is not there is an error of usage`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("seek soon\nquit\n", to: "commands")
        let options = ["play", "--json", "--video", "none", "--audio", "none", "--paused", "--input-file"]
        let result = await RunResult(
            try await PlayheadBinary.start(options + [path, SampleMedia.path("tone.wav")]))
        #expect(result.code == 0)
        let warning = try result.lines().named("warning").first?.message
        #expect(warning == "\(path), line 1: 'soon' is not a time: 90, 1:30, 50%, +10 or -10 are")
        let missing = await RunResult(
            try await PlayheadBinary.start(options + ["/no/such/file", SampleMedia.path("tone.wav")]))
        #expect(missing.code == 2)
        #expect(missing.errors == "playhead: /no/such/file cannot be read: No such file or directory\n")
        #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(["play", "--input-file", "-", "a"]) }
    }
}
