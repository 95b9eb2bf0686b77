internal import PlayheadCore

/// Converts subtitles to Pango markup with italic, bold and underlined text.
enum PangoMarkup {
    /// The text of a cue. It has no style if its markup differs from the plain text.
    static func pango(_ cue: SubtitleCue) -> String {
        let plain = escaped(cue.text)
        guard cue.markup.contains(where: { $0 == "<" || $0 == "{" }) else { return plain }
        let styled = styled(
            cue.markup.split(separator: "\\N", omittingEmptySubsequences: false).joined(separator: "\n"))
        return styled.text == cue.text ? styled.pango : plain
    }

    /// Escapes text, so that it contains no markup. Control characters that XML forbids are removed, because
    /// Pango rejects them.
    static func escaped(_ text: String) -> String {
        let allowed = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
        return MarkupText.escaped(String(String.UnicodeScalarView(allowed)))
    }

    private static func styled(_ markup: String) -> (text: String, pango: String) {
        var (text, pango, on) = ("", "", Set<Character>())
        var rest = markup[...]
        func add(_ piece: Substring) {
            // Two delimiters keep spaces at both ends from being trimmed.
            let words = String(MarkupText.plain("|\(piece)|").dropFirst().dropLast())
            guard !words.isEmpty else { return }
            let tags = on.sorted()
            text += words
            pango +=
                tags.map { "<\($0)>" }.joined() + escaped(words) + tags.reversed().map { "</\($0)>" }.joined()
        }
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == "{" }) {
            let closing: Character = rest[start] == "<" ? ">" : "}"
            guard let end = rest[start...].firstIndex(of: closing) else { break }
            add(rest[..<start])
            for (letter, isOn) in switches(rest[rest.index(after: start)..<end], isTag: closing == ">") {
                if isOn { on.insert(letter) } else { on.remove(letter) }
            }
            rest = rest[rest.index(after: end)...]
        }
        add(rest)
        return (text, pango)
    }

    /// The styles that a tag (`i`, `/i`) or ASS overrides (`\i1\b0`) switch on or off.
    private static func switches(_ inside: Substring, isTag: Bool) -> [(Character, Bool)] {
        guard !isTag else {
            let isEnd = inside.first == "/"
            let name = (isEnd ? inside.dropFirst() : inside).lowercased()
            return ["i", "b", "u"].contains(name) ? [(Character(name), !isEnd)] : []
        }
        return inside.split(separator: "\\").compactMap { word in
            guard word.count == 2, let letter = word.first, "ibu".contains(letter) else { return nil }
            return (letter, word.last != "0")
        }
    }
}
