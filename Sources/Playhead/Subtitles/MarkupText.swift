/// Plain text out of subtitle markup. A tolerant reader, because what streams carry is no clean markup: bare `&`, doubled
/// entities, CRLF, unknown tags (measured on real files).
enum MarkupText {
    /// The text a person reads: known tags taken out, entities resolved, line ends unified.
    static func plain(_ markup: String) -> String {
        var result = ""
        var rest = Substring(markup)
        while let character = rest.first {
            if character == "<", let end = tagEnd(rest) {
                rest = rest[end...]
            } else if character == "&", let (text, end) = entity(rest) {
                result += text
                rest = rest[end...]
            } else {
                result += character == "\r\n" || character == "\r" ? "\n" : String(character)
                rest = rest.dropFirst()
            }
        }
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }

    /// The end of a tag that begins here; nil when `<` is only a character.
    private static func tagEnd(_ text: Substring) -> Substring.Index? {
        guard let second = text.dropFirst().first, second.isLetter || second == "/" || second.isNumber else {
            return nil
        }
        guard let close = text.firstIndex(of: ">"), !text[..<close].contains(where: \.isNewline) else {
            return nil
        }
        return text.index(after: close)
    }

    private static let names: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}",
    ]

    /// The character that an entity names, and where it ends.
    private static func entity(_ text: Substring) -> (String, Substring.Index)? {
        guard let semicolon = text.prefix(12).firstIndex(of: ";") else { return nil }
        let name = text[text.index(after: text.startIndex)..<semicolon]
        let end = text.index(after: semicolon)
        if let known = names[name] { return (known, end) }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let value = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, let scalar = Unicode.Scalar(value) else { return nil }
        return (String(Character(scalar)), end)
    }
}
