import Testing

@testable import PlayheadCommand

@Suite struct `The nearest name` {
    private let names = ["play", "inspect", "subtitles", "check", "serve"]

    @Test(arguments: [
        ("inspct", "inspect"), ("isnpect", "inspect"), ("ply", "play"), ("chek", "check"),
        ("sub", "subtitles"), ("inspector", "inspect"), ("servr", "serve"),
    ]) func `is found for a typo or a beginning`(word: String, name: String) {
        #expect(names.nearest(to: word) == name)
    }

    @Test(arguments: ["film", "s", "inspect", "", "music", "frob", "plays-well"])
    func `is none for another word, or for the name itself`(word: String) {
        #expect(names.nearest(to: word) == nil)
    }

    @Test func `counts edits`() {
        #expect("".editDistance(to: "abc") == 3)
        #expect("abc".editDistance(to: "acb") == 1)
        #expect("kitten".editDistance(to: "sitting") == 3)
        #expect("same".editDistance(to: "same") == 0)
    }
}

@Suite struct `Negated options` {
    private func negated(_ words: String...) -> NegatedOptions {
        NegatedOptions(words) { OptionCatalog(PlayCommand.self) }
    }

    @Test func `get the value none or no, where there is one`() {
        #expect(negated("--no-video", "a").words == ["--video=none", "a"])
        #expect(negated("--no-subtitles", "--no-gapless").words == ["--subtitles=none", "--gapless=no"])
    }

    @Test func `take flags back, and are remembered`() {
        let result = negated("--mute", "--no-mute", "--no-start", "a")
        #expect(result.words == ["a"])
        #expect(result.names == ["mute", "start"])
    }

    @Test func `are not options of their own, nor names of files`() {
        #expect(
            negated("--no-input", "--no-config", "--no-such").words == [
                "--no-input", "--no-config", "--no-such",
            ])
        #expect(negated("--", "--no-mute").words == ["--", "--no-mute"])
    }
}
