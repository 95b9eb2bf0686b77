/// The text form of commands, as in mpv's `input.conf`.
package enum MPVCommandLine {
    /// Words before a command that change how it is carried out or shown; they have no effect here.
    static let prefixes: Set<String> = [
        "no-osd", "osd-auto", "osd-bar", "osd-msg", "osd-msg-bar", "raw", "expand-properties", "repeatable",
        "async", "sync",
    ]

    /// The commands of a line, separated by semicolons, each as its words; nil if a quotation is not closed.
    package static func commands(in line: String) -> [[String]]? {
        var (commands, words): ([[String]], [String]) = ([], [])
        var word: String?
        var quote: Character?
        var rest = Substring(line)
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        while let character = rest.popFirst() {
            if let mark = quote {
                if character == mark {
                    quote = nil
                } else if character == "\\", mark == "\"", let escaped = rest.popFirst() {
                    word?.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
                } else {
                    word?.append(character)
                }
            } else if character == "\"" || character == "'", word == nil {
                (word, quote) = ("", character)
            } else if character == "#", word == nil {
                break
            } else if isSpace(character) || character == ";" {
                if let word { words.append(word) }
                word = nil
                guard character == ";" else { continue }
                commands.append(words)
                words = []
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        commands.append(words + (word.map { [$0] } ?? []))
        return commands.filter { !$0.isEmpty }
    }
}
