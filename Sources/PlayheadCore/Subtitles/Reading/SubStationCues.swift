internal import PlayheadSystem

/// The cues of SubStation Alpha, SSA and ASS: lines of comma-separated fields.
struct SubStationCues {
    /// The default fields of event lines.
    private static let usual = "layer,start,end,style,name,marginl,marginr,marginv,effect,text"

    private var isInEvents = false
    private var fields = usual.split(separator: ",").map(String.init)
    private var cues: [SubtitleCue] = []
    /// The cues so far, without layers and styles: files repeat the same text in several layers.
    private var told: Set<SubtitleCue> = []

    static func cues(in text: [UInt8]) -> [SubtitleCue] {
        var reader = SubStationCues()
        for line in TextLines(text) { reader.take(line.trimmed) }
        return reader.cues
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        if line.first == UInt8(ascii: "[") {
            isInEvents = line.begins(with: "[Events]")
        } else if isInEvents, line.begins(with: "Format:") {
            let names = String(decoding: line.dropFirst("Format:".utf8.count), as: UTF8.self).lowercased()
            let found = names.split(separator: ",", omittingEmptySubsequences: false).map { name in
                String(name.filter { !$0.isWhitespace })
            }
            if found.contains("text"), found.contains("start"), found.contains("end") { fields = found }
        } else if line.begins(with: "Dialogue:") {
            takeDialogue(line.dropFirst("Dialogue:".utf8.count))
        }
    }

    private mutating func takeDialogue(_ line: ArraySlice<UInt8>) {
        guard let place = fields.firstIndex(of: "text"), let first = fields.firstIndex(of: "start"),
            let second = fields.firstIndex(of: "end")
        else { return }
        // The text may contain commas: the fields before it are counted from the left, those after it from
        // the right.
        var rest = line
        var values: [ArraySlice<UInt8>] = []
        for _ in 0..<place {
            guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return }
            values.append(rest[..<comma])
            rest = rest[(comma + 1)...]
        }
        var later: [ArraySlice<UInt8>] = []
        for _ in (place + 1)..<max(fields.count, place + 1) {
            guard let comma = rest.lastIndex(of: UInt8(ascii: ",")) else { return }
            later.append(rest[(comma + 1)...])
            rest = rest[..<comma]
        }
        values.append(rest)
        values += later.reversed()
        var (from, to) = (values[first].trimmed, values[second].trimmed)
        guard let start = CueTime.signed(&from), let end = CueTime.clock(&to), start < end else { return }
        let markup = String(decoding: rest.trimmed, as: UTF8.self)
        let text = SubStationText.plain(markup)
        guard !text.isEmpty else { return }
        let cue = SubtitleCue(text: text, markup: markup, start: start, end: end)
        if told.insert(SubtitleCue(text: text, start: start, end: end)).inserted { cues.append(cue) }
    }
}

/// Plain text of SubStation Alpha lines.
package enum SubStationText {
    /// The visible text: without braces and drawings; `\N` and `\n` are line ends, `\h` is a space.
    static func plain(_ markup: String) -> String {
        MarkupText.tidied(cleaned(Array(markup.utf8)[...], keepsOverrides: false))
    }

    /// A Matroska line, which has no times, without drawings; nil if no text is left.
    package static func withoutDrawings(block: [UInt8]) -> [UInt8]? {
        var (text, commas) = (block[...], 0)
        while commas < 8, let comma = text.firstIndex(of: UInt8(ascii: ",")) {
            text = text[(comma + 1)...]
            commas += 1
        }
        guard commas == 8, !text.isEmpty else { return block }
        let plain = cleaned(text, keepsOverrides: false)
        if plain.allSatisfy({ $0.isBlank || $0 == .lineFeed }) { return nil }
        return block[..<text.startIndex] + cleaned(text, keepsOverrides: true)
    }

    private static func cleaned(_ bytes: ArraySlice<UInt8>, keepsOverrides: Bool) -> [UInt8] {
        var text: [UInt8] = []
        var (index, isDrawing, hasBraces) = (bytes.startIndex, false, true)
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "{"), hasBraces {
                if let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) {
                    isDrawing = draws(bytes[index..<close]) ?? isDrawing
                    if keepsOverrides { text += bytes[index...close] }
                    index = close + 1
                    continue
                }
                hasBraces = false
            }
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex, let stands = escapes[bytes[index + 1]]
            {
                let isKept = keepsOverrides && stands == [.lineFeed]
                if !isDrawing { text += isKept ? [byte, bytes[index + 1]] : stands }
                index += 2
                continue
            }
            if !isDrawing { text.append(byte) }
            index += 1
        }
        return text
    }

    /// SubRip text converted from SubStation Alpha, with the remaining escapes `\N` and `\h` replaced.
    static func withoutEscapes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        return text.replacing("\\N", with: "\n").replacing("\\h", with: "\u{A0}")
    }

    private static let escapes: [UInt8: [UInt8]] = [
        UInt8(ascii: "N"): [.lineFeed], UInt8(ascii: "n"): [.lineFeed],
        UInt8(ascii: "h"): Array("\u{A0}".utf8),
    ]

    /// Whether overrides start a drawing (`\p1`) or text (`\p0`); nil if they do neither.
    private static func draws(_ overrides: ArraySlice<UInt8>) -> Bool? {
        var result: Bool?
        for override in overrides.split(separator: UInt8(ascii: "\\")) {
            guard override.first == UInt8(ascii: "p"), let digit = override.dropFirst().first?.digit else {
                continue
            }
            result = digit > 0
        }
        return result
    }
}
