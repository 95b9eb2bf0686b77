extension PlaylistContent {
    /// Reads M3U and M3U8: one reference per line, with comments of Winamp, VLC and others before it.
    mutating func readM3U(_ text: [UInt8]) {
        var draft = Draft()
        var remarksBegin: Int?
        forEachLine(of: text) { content, number, line in
            guard line.utf8.first == UInt8(ascii: "#") else {
                content.add([line], draft, line: number, find: content.place.address(path:))
                (draft, remarksBegin) = (Draft(), nil)
                return content.hasRoom
            }
            let isAboutNext = content.takeRemark(line, number, &draft)
            if isAboutNext, remarksBegin == nil { remarksBegin = number }
            return true
        }
        if let remarksBegin, hasRoom {
            faults.add("No address follows what is said here", line: remarksBegin)
        }
    }

    /// Reads a line that begins with `#`; returns whether it applies to the next reference.
    private mutating func takeRemark(_ line: String, _ number: Int, _ draft: inout Draft) -> Bool {
        guard let colon = line.firstIndex(of: ":") else { return false }
        let value = line[line.index(after: colon)...]
        switch line[..<colon].uppercased() {
        case "#EXTINF":
            let (head, title) = Self.halves(of: value)
            if let title { draft.title = title }
            let seconds = head.prefix { $0 != " " && $0 != "\t" }
            draft.duration = Duration(decimalSeconds: seconds).flatMap { $0 > .zero ? $0 : nil }
            if title == nil, !seconds.contains(where: \.isNumber) {
                faults.add("\(PlaylistFaults.quoted(line)) says neither a length nor a title", line: number)
            }
            return true
        case "#EXTVLCOPT":
            takeOption(value, number, &draft)
            return true
        case "#PLAYLIST":
            title = Self.word(value) ?? title
            return false
        default:
            return false
        }
    }

    /// Reads a VLC option: the start and end of an item. Other options are ignored.
    mutating func takeOption(_ option: Substring, _ number: Int, _ draft: inout Draft) {
        let parts = option.split(separator: "=", maxSplits: 1).map { Self.word($0) ?? "" }
        guard parts.count == 2 else { return }
        let position = Duration(decimalSeconds: parts[1])
        switch parts[0].drop(while: { $0 == ":" || $0 == "-" }) {
        case "start-time": draft.start = position
        case "stop-time": draft.end = position
        default: return
        }
        if position == nil {
            faults.add("\(PlaylistFaults.quoted(parts[1])) is no time in seconds", line: number)
        }
    }

    /// The text before and after the first comma outside quotes.
    private static func halves(of text: Substring) -> (head: Substring, title: String?) {
        var isQuoted = false
        var comma: Substring.Index?
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: comma = comma ?? index
            default: break
            }
            if comma != nil { break }
        }
        guard let comma = comma ?? text.firstIndex(of: ",") else { return (text, nil) }
        return (text[..<comma], word(text[text.index(after: comma)...]))
    }

    /// The trimmed text; nil if empty.
    static func word(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)[...].trimmed
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
