import Testing

@testable import PlayheadCommand

@Suite struct `Keys` {
    private func keys(_ chunks: String...) -> [KeyAction] {
        var reader = KeyReader()
        return chunks.flatMap { reader.read($0.utf8) }.compactMap(\.key).compactMap { KeyBindings()[$0] }
    }

    @Test func `are these`() {
        #expect(keys(" m90a?q") == [.toggle, .mute, .quieter, .louder, .aspect, .help, .quit])
        #expect(
            keys("v\u{1F}\u{1B}[27;5;43~\u{1B}[27;5;45~") == [
                .meter, .soundEarlier, .soundLater, .soundEarlier,
            ])
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

@Suite struct `Key bindings` {
    @Test func `replace and remove standard ones, and are listed`() {
        var bindings = KeyBindings()
        bindings.bind(KeyPress("x"), to: .skip(5))
        bindings.bind(KeyPress("q"), to: nil)
        #expect(bindings[KeyPress("x")] == .skip(5))
        #expect(bindings[KeyPress("q")] == nil)
        #expect(bindings[KeyPress("m")] == .mute)
        let last = bindings.overview.suffix(2)
        #expect(
            Array(last) == [
                "x           seek 5  (configuration file)", "q           none  (configuration file)",
            ])
    }

    @Test func `have keys of these names`() {
        var reader = KeyReader()
        let keys = reader.read("a \t\r\u{7F}\u{C}\u{1B}[A\u{1B}OH\u{1B}[4~\u{1B}[5~".utf8)
        let names = ["a", "space", "tab", "enter", "backspace", "ctrl-l", "up", "home", "end", "page-up"]
        #expect(keys.compactMap(\.key).map(\.name) == names)
        for name in names { #expect(KeyPress(text: name) == KeyPress(name)) }
        for wrong in ["", "aa", " ", "ä", "ctrl-c", "ctrl-z"] { #expect(KeyPress(text: wrong) == nil) }
    }

    @Test func `have actions that read as they are written`() {
        for text in ["pause", "seek -5", "step 1", "next-audio-track", "volume-up", "quit"] {
            #expect(KeyAction(text: text)?.text == text)
        }
        for action in KeyBindings.standard.values { #expect(KeyAction(text: action.text) == action) }
        for wrong in ["", "seek", "seek 0", "seek x", "jump 3", "none"] {
            #expect(KeyAction(text: wrong) == nil)
        }
    }
}
