extension Character {
    /// The width of the character in a terminal: 0, 1 or 2 columns.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if first.isWide || first.properties.isEmojiPresentation { return 2 }
        // A text character with the variation selector for emoji presentation has two columns.
        return unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is wide or full-width: the blocks of `EastAsianWidth.txt` (Unicode UAX #11).
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6,
            0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension String {
    /// The width of the text in a terminal, in columns.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text with spaces up to a width.
    func padded(toColumns width: Int) -> String {
        self + String(repeating: " ", count: max(width - columns, 0))
    }

    /// The text shortened to a width, with an ellipsis if characters were removed.
    func cut(toColumns limit: Int, _ symbols: TextSymbols = .unicode) -> String {
        guard columns > limit else { return self }
        let ellipsis = String(symbols.ellipsis.prefix(max(limit, 0)))
        var result = ""
        var used = ellipsis.count
        for character in self {
            used += character.columns
            if used > limit { break }
            result.append(character)
        }
        return result + ellipsis
    }

    /// The text with visible escapes for characters that move the cursor, set colours or change the text
    /// direction. Names and subtitles come from untrusted sources.
    var printable: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
