internal import PlayheadSystem

/// The tracks of a CUE sheet during parsing.
struct CueSheet {
    struct Track {
        var draft = PlaylistContent.Draft()
        var isSound: Bool
        /// The track number as written.
        var name: String
        /// The time of `INDEX 01`, and its file.
        var start: Duration?
        var file: Int?
        var line: Int
    }

    struct File {
        var name: String
        var isPlayable: Bool
    }

    var title: String?
    var performer: String?
    var files: [File] = []
    var tracks: [Track] = []

    /// Parses a CUE time, `mm:ss:ff`, with 75 frames per second; nil if invalid.
    static func time(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3,
            parts.allSatisfy({ (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.digit != nil } }),
            let minutes = Int(parts[0]), let seconds = Int(parts[1]), let frames = Int(parts[2]),
            seconds < 60, frames < 75
        else { return nil }
        return .seconds(minutes * 60 + seconds) + .seconds(frames) / 75
    }

    /// The value after a keyword: the text between the first and the last quote, or the rest of the line.
    static func value(_ rest: Substring) -> String? {
        guard let first = rest.firstIndex(of: "\""), let last = rest.lastIndex(of: "\"") else {
            return PlaylistContent.word(rest)
        }
        return PlaylistContent.word(
            first < last ? rest[rest.index(after: first)..<last] : rest[rest.index(after: first)...])
    }

    /// The name and the type after `FILE`.
    static func file(_ rest: Substring) -> File? {
        var (name, kind): (String?, Substring) = (nil, "")
        if let first = rest.firstIndex(of: "\""), let last = rest.lastIndex(of: "\""), first < last {
            name = String(rest[rest.index(after: first)..<last])
            kind = rest[rest.index(after: last)...]
        } else if let blank = rest.lastIndex(where: { $0 == " " || $0 == "\t" }) {
            name = PlaylistContent.word(rest[..<blank])
            kind = rest[blank...]
        }
        guard let name, !name.isEmpty else { return nil }
        let isPlayable = !["BINARY", "MOTOROLA"].contains(PlaylistContent.word(kind)?.uppercased() ?? "")
        return File(name: name, isPlayable: isPlayable)
    }
}
