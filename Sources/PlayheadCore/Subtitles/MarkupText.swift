internal import PlayheadSystem

/// Conversion of subtitle markup to plain text.
///
/// The parser is tolerant, because streams carry invalid markup: bare `&`, doubled entities, CRLF, unknown
/// tags (measured on real files). It reads each byte once.
package enum MarkupText {
    /// The text with all markup escaped.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The visible text: without tags and overrides (`{\an8}`), with entities resolved and line ends unified.
    package static func plain(_ markup: String) -> String {
        let bytes = Array(markup.utf8)
        guard bytes.contains(where: special.contains) else { return tidied(bytes) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), let end = tagEnd(bytes, from: index) {
                index = end
            } else if byte == UInt8(ascii: "{"), let end = overrideEnd(bytes, from: index) {
                index = end
            } else if byte == UInt8(ascii: "&"), let (character, end) = entity(bytes[index...]) {
                text += Array(character.utf8)
                index = end
            } else {
                text.append(byte)
                index += 1
            }
        }
        return tidied(text)
    }

    private static let special: Set<UInt8> = [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "&")]

    /// The text with one kind of line end, without spaces at line ends, and without empty lines at either
    /// end.
    static func tidied(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for line in TextLines(bytes) {
            var line = line
            while let last = line.last, last.isBlank { line = line.dropLast() }
            if text.isEmpty, line.isEmpty { continue }
            text += line
            text.append(.lineFeed)
        }
        while text.last == .lineFeed { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// The end of the tag at an index; nil if `<` is a literal character. A tag is a name or a cue timestamp.
    private static func tagEnd(_ text: [UInt8], from start: Int) -> Int? {
        var name = text[(start + 1)...]
        if name.first == UInt8(ascii: "/") { name = name.dropFirst() }
        guard let first = name.first else { return nil }
        let isTime = first.digit != nil
        guard first.isLetter || isTime || first == UInt8(ascii: ">") && name.startIndex > start + 1 else {
            return nil
        }
        for index in name.indices {
            let byte = text[index]
            if byte == UInt8(ascii: ">") { return index + 1 }
            if byte == UInt8(ascii: "<") || byte == .lineFeed || byte == .carriageReturn { return nil }
            if isTime, byte.digit == nil, !timeSigns.contains(byte) { return nil }
        }
        return nil
    }

    private static let timeSigns = Array(":.,".utf8)

    private static func overrideEnd(_ text: [UInt8], from start: Int) -> Int? {
        guard start + 1 < text.count else { return nil }
        let isSetting = settings.contains(text[start + 1]) && text[(start + 2)...].first == UInt8(ascii: ":")
        guard isSetting || text[start + 1] == UInt8(ascii: "\\") else { return nil }
        for index in text.indices[(start + 1)...] {
            switch text[index] {
            case UInt8(ascii: "}"): return index + 1
            case UInt8(ascii: "{"), .lineFeed, .carriageReturn: return nil
            default: continue
            }
        }
        return nil
    }

    /// Colour, font, position, size and style codes, as in `{y:i}`: SubRip converted from MicroDVD has them.
    private static let settings = Array("CcFfoPSsYy".utf8)

    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}", "hellip": "…", "ndash": "–", "mdash": "—", "copy": "©", "laquo": "«", "raquo": "»",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°", "euro": "€", "iexcl": "¡",
        "iquest": "¿", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü",
        "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
    ]

    /// The character of an entity, and the index after it.
    private static func entity(_ text: ArraySlice<UInt8>) -> (String, Int)? {
        guard let (name, end) = name(text) else { return nil }
        // The entity was escaped twice: GStreamer does so with text that it passes on (1.22.0).
        if name == "amp", Workaround.doubledEntities.isNeeded,
            let (second, end) = self.name(text[(end - 1)...]), let character = character(second)
        {
            return (character, end)
        }
        return character(name).map { ($0, end) }
    }

    /// The name between the first byte and the next semicolon, and the index after it; at most eleven
    /// letters.
    private static func name(_ text: ArraySlice<UInt8>) -> (String, Int)? {
        let rest = text.dropFirst().prefix(11)
        guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        return (String(decoding: rest[..<semicolon], as: UTF8.self), semicolon + 1)
    }

    private static func character(_ name: String) -> String? {
        if let known = names[name] { return known }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
