import Glibc
import Testing

@testable import PlayheadCommand
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `Video in a terminal` {
    private let terminal: PseudoTerminal
    private let before: PseudoTerminal.Settings
    private static let film = SampleMedia.path("av-h264-aac.mp4")
    /// The background of the film in BT.601 (media/make-media.sh).
    private static let blue = RGBColor(red: 0x20, green: 0x40, blue: 0x80)
    private static let left = "\u{1B}[?1049l\u{1B}[?25h"

    init() throws {
        terminal = try PseudoTerminal()
        before = terminal.settings
    }

    private func play(_ words: String...) async throws -> Child {
        let child = try await PlayheadBinary.start(
            ["play", "--video", "terminal", "--audio", "none"] + words,
            streams: .terminal(path: terminal.path),
            environment: ["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1", "COLORTERM": "truecolor"])
        terminal.release()
        return child
    }

    /// Whether the screen shows the frame of second 1, number 25, in this many columns and 20 rows.
    @Sendable private static func showsFrame(_ text: String, columns: Int) -> Bool {
        var screen = TerminalEmulator(columns: columns)
        screen.write(String(text[(text.ranges(of: "\u{1B}[2J").last?.lowerBound ?? text.startIndex)...]))
        let (width, height) = columns == 80 ? (71, 20) : (40, 11)
        let (x, y) = ((columns - width) / 2, (20 - height) / 2)
        let (top, bottom) = (y + height / 10, y + height * 9 / 10)
        let bits = (0..<10).map {
            screen.pixels(column: x + width * (2 * $0 + 1) / 20, row: bottom).top.green > 128
        }
        let isFramed = x == 0 || screen.pixels(column: x - 1, row: top).top == .black
        return isFramed && screen.pixels(column: x + 2, row: top).top.isNear(blue, within: 8)
            && bits == [true] + "00011001".map { $0 == "1" } + [false]
    }

    @Test func `is half blocks with the colours of the frame, and follows the size`() async throws {
        let child = try await play("--paused", "--start", "1", Self.film)
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 80) })
        #expect(await terminal.screen.waits { $0.contains("Paused     0:01 / 0:04  [") })
        terminal.resize(columns: 40)
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 40) })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
        #expect(terminal.settings == before)
        let end = await terminal.screen.whole().components(after: Self.left)
        #expect(end.hasPrefix("Playing \(Self.film)\r\nSummary: "), "\(end)")
    }

    @Test func `is what the terminal answers, and keys before the answer work`() async throws {
        let child = try await play("--paused", "--start", "1", Self.film)
        #expect(await terminal.screen.waits { $0.contains("\u{1B}[c") })
        terminal.type("m\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;4;2t\u{1B}[?62;4c")
        #expect(await terminal.screen.waits { $0.contains("muted") })
        #expect(
            await terminal.screen.waits { text in
                var screen = TerminalEmulator()
                screen.write(text)
                guard let (keys, picture) = kittyImage(screen.strings) else { return false }
                return keys["c"] == "71" && keys["r"] == "20" && picture[4, 4].isNear(Self.blue, within: 8)
            })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
        #expect(await terminal.screen.whole().contains("\u{1B}_Ga=d,d=I"))
    }

    @Test func `becomes what the terminal answers late`() async throws {
        let child = try await play("--paused", "--start", "1", Self.film)
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 80) })
        terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;4;2t\u{1B}[?62;4c")
        #expect(
            await terminal.screen.waits { text in
                var screen = TerminalEmulator()
                screen.write(text)
                return kittyImage(screen.strings)?.1[4, 4].isNear(Self.blue, within: 8) == true
            })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test func `gives rows to the list of keys, and takes them back`() async throws {
        let child = try await play("--paused", "--start", "1", Self.film)
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 80) })
        terminal.type("?")
        #expect(await terminal.screen.waits { $0.contains("this help") && !Self.showsFrame($0, columns: 80) })
        terminal.type("?")
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 80) })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test(arguments: [(SIGINT, 130), (SIGHUP, 129), (SIGSEGV, -SIGSEGV)] as [(Int32, Int32)])
    func `leaves the terminal as it was at a signal`(number: Int32, code: Int32) async throws {
        let child = try await play("--paused", "--start", "1", Self.film)
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 80) })
        child.signal(number)
        #expect(await child.exitCode() == code)
        #expect(terminal.settings == before)
        #expect(await terminal.screen.whole().contains(Self.left))
    }

    @Test func `leaves the screen at control Z, and comes back`() async throws {
        let child = try await play("--paused", "--start", "1", Self.film)
        #expect(await terminal.screen.waits { Self.showsFrame($0, columns: 80) })
        terminal.type("\u{1A}")
        #expect(
            await terminal.screen.waits {
                $0.contains(Self.left) && $0.ranges(of: "\u{1B}[?1049h").count == 2
                    && Self.showsFrame($0, columns: 80)
            })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
    }

    @Test func `has subtitles as text, also when they are to be drawn`() async throws {
        let child = try await play(
            "--paused", "--start", "3", "--subtitles", "draw", SampleMedia.path("subtitles.mkv"))
        #expect(
            await terminal.screen.waits { text in
                var screen = TerminalEmulator()
                screen.write(text)
                return screen.text(row: 21).hasPrefix("The third cue ")
                    && screen.text(row: 22).hasPrefix("has two lines ")
                    && screen.text(row: 23).hasPrefix("Paused ")
            })
        terminal.type("q")
        #expect(await child.exitCode() == 0)
        #expect(!terminal.screen.text.contains("warning"))
    }

    @Test func `prints errors on the screen before`() async throws {
        let child = try await play("/missing.mp4")
        #expect(await child.exitCode() == 1)
        let end = await terminal.screen.whole().components(after: Self.left)
        #expect(end.contains("playhead: No such file: /missing.mp4\r\n"))
        #expect(terminal.settings == before)
    }
}

extension String {
    /// The text after the last place of a separator.
    fileprivate func components(after separator: String) -> String {
        ranges(of: separator).last.map { String(self[$0.upperBound...]) } ?? ""
    }
}
