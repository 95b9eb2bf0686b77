import Glibc
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `In a terminal` {
    private let terminal: PseudoTerminal
    private let before: PseudoTerminal.Settings

    init() throws {
        terminal = try PseudoTerminal()
        before = terminal.settings
    }

    private func play(_ words: String..., term: String = "xterm") async throws -> Child {
        let child = try await PlayheadBinary.start(
            ["play", "--video", "none", "--audio", "none"] + words, streams: .terminal(path: terminal.path),
            environment: ["TERM": term, "LANG": "C.UTF-8", "NO_COLOR": "1"])
        terminal.release()
        return child
    }

    /// Has a sample prerolled and paused: it will not end by itself.
    private func pause(_ words: String...) async throws -> Child {
        let child = try await PlayheadBinary.start(
            ["play", "--video", "none", "--audio", "none", "--paused", SampleMedia.path("av-h264-aac.mp4")]
                + words,
            streams: .terminal(path: terminal.path),
            environment: ["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"])
        terminal.release()
        #expect(await terminal.screen.waits { $0.contains("Paused     0:00 / 0:04  [") })
        return child
    }

    @Test func `q quits with 0, and the terminal is as it was`() async throws {
        let child = try await pause()
        #expect(terminal.isEntered)
        terminal.type("q")
        #expect(await child.exitCode() == 0)
        #expect(terminal.settings == before)
        #expect(await terminal.screen.waits { $0.contains("vol 100%  1 of 1") })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal leaves it as it was`(number: Int32) async throws {
        let child = try await pause()
        child.signal(number)
        #expect(await child.exitCode() == 128 + number)
        #expect(terminal.settings == before)
    }

    @Test func `a crash leaves it as it was`() async throws {
        let child = try await pause()
        child.signal(SIGSEGV)
        #expect(await child.exitCode() == -SIGSEGV)
        #expect(terminal.settings == before)
    }

    @Test func `control C stops with 130`() async throws {
        let child = try await pause()
        terminal.type("\u{3}")
        #expect(await child.exitCode() == 130)
        #expect(terminal.settings == before)
    }

    @Test func `the end and an error leave it as it was`() async throws {
        let child = try await play(SampleMedia.path("one-frame.mp4"), "/missing.mp4")
        #expect(await child.exitCode() == 3)
        #expect(terminal.settings == before)
        #expect(await terminal.screen.waits { $0.contains("playhead: No such file: /missing.mp4\r\n") })
    }

    @Test func `keys mute, change the volume, help, play and seek`() async throws {
        let child = try await pause()
        terminal.type("m")
        #expect(await terminal.screen.waits { $0.contains("muted") })
        terminal.type("m9")
        #expect(await terminal.screen.waits { $0.contains("vol 95%") })
        terminal.type("?")
        #expect(await terminal.screen.waits { $0.contains("this help") })
        terminal.type(" ")
        #expect(await terminal.screen.waits { $0.contains("Playing  ") })
        terminal.type("\u{1B}[C")
        #expect(await child.exitCode() == 0)
        #expect(await terminal.screen.waits { $0.contains("Finished") })
        #expect(terminal.settings == before)
    }

    @Test func `keys change the speed`() async throws {
        let child = try await pause()
        terminal.type("]")
        #expect(await terminal.screen.waits { $0.contains("1.25×") })
        terminal.type("[[[")
        #expect(await terminal.screen.waits { $0.contains("0.5×") })
        terminal.type(String(repeating: "]", count: 20))
        #expect(await terminal.screen.waits { $0.contains("  16×") })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test func `keys go from frame to frame`() async throws {
        let child = try await play("--json", "--paused", SampleMedia.path("av-h264-aac.mp4"))
        #expect(await terminal.screen.waits { $0.contains(#""to":"paused""#) })
        terminal.type("ee")
        #expect(await terminal.screen.waits { $0.contains(#""position":0.08}"#) })
        terminal.type("E")
        #expect(await terminal.screen.waits { $0.contains(#""position":0.04}"#) })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
        #expect(terminal.settings == before)
    }

    @Test func `keys go from chapter to chapter`() async throws {
        let child = try await play("--json", "--paused", SampleMedia.path("chapters.mkv"))
        #expect(await terminal.screen.waits { $0.contains(#""to":"paused""#) })
        terminal.type("..")
        #expect(await terminal.screen.waits { $0.contains(#""position":2.5}"#) })
        terminal.type(",")
        #expect(await terminal.screen.waits { $0.contains(#""position":1}"#) })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test func `control Z does nothing where nobody could wake the process`() async throws {
        // The child leads its session: to stop it there is not allowed (POSIX, 11.1.4).
        let child = try await pause()
        let drawn = terminal.screen.text.ranges(of: "Paused").count
        terminal.type("\u{1A}")
        #expect(await terminal.screen.waits { $0.ranges(of: "Paused").count > drawn })
        terminal.type("?")
        #expect(await terminal.screen.waits { $0.contains("this help") })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
        #expect(terminal.settings == before)
    }

    @Test func `no line is wider than the screen, also when that shrinks`() async throws {
        let child = try await pause()
        terminal.resize(columns: 20)
        #expect(await terminal.screen.waits { $0.contains("\rPaused     0:00 / …\u{1B}") })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test func `subtitles stand above the status`() async throws {
        let child = try await play("--paused", "--start", "3", SampleMedia.path("subtitles.mkv"))
        #expect(
            await terminal.screen.waits {
                $0.contains("The third cue\u{1B}[K\r\nhas two lines\u{1B}[K\r\nPaused")
            })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test func `input may be left alone`() async throws {
        let child = try await pause("--no-input")
        #expect(terminal.settings == before)
        terminal.type("q\n")
        child.signal(SIGTERM)
        #expect(await child.exitCode() == 143)
    }

    @Test func `that has no cursor, lines are plain`() async throws {
        let child = try await play(SampleMedia.path("one-frame.mp4"), term: "dumb")
        #expect(await child.exitCode() == 0)
        #expect(await terminal.screen.waits { $0.contains("Finished") })
        #expect(!terminal.screen.text.contains("\u{1B}"))
        #expect(terminal.settings == before)
    }
}
