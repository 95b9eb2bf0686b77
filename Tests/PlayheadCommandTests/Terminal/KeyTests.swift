import Testing

@testable import PlayheadCommand

@Suite struct `Keys` {
    private func keys(_ chunks: String...) -> [Key] {
        var reader = KeyReader()
        return chunks.flatMap { reader.read($0.utf8) }
    }

    @Test func `are these`() {
        #expect(keys(" m90a?q") == [.toggle, .mute, .quieter, .louder, .aspect, .help, .quit])
        #expect(keys("#j") == [.nextSound, .nextSubtitles])
        #expect(keys(",.[]") == [.previousChapter, .nextChapter, .slower, .faster])
        #expect(keys("eEnp<>") == [.step(1), .step(-1), .nextItem, .previousItem, .previousItem, .nextItem])
        #expect(keys("\u{1B}[D\u{1B}[C\u{1B}[B\u{1B}[A") == [.skip(-10), .skip(10), .skip(-60), .skip(60)])
        #expect(keys("\u{1B}OD\u{1B}OC") == [.skip(-10), .skip(10)])
    }

    @Test func `may arrive in pieces`() {
        #expect(keys("\u{1B}", "[", "C", "q") == [.skip(10), .quit])
    }

    @Test func `that mean nothing here do nothing`() {
        #expect(keys("xyz\u{1B}[15~\u{1B}[1;5C\u{1B}[Z\u{1B}") == [])
        #expect(keys("\u{1B}q") == [.quit])
        #expect(keys("\u{1B}\u{1B}[A") == [.skip(60)])
    }
}
