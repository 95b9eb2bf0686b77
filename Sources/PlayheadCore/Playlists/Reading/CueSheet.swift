/// The tracks of a CUE sheet while it is read.
struct CueSheet {
    struct Track {
        var draft = PlaylistContent.Draft()
        var isSound: Bool
        /// Its number, as it is written.
        var name: String
        /// Where `INDEX 01` stands, and in which file.
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

    /// A time of a sheet, `mm:ss:ff`, with 75 frames in a second; nil when it is none.
    static func time(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3,
            parts.allSatisfy({ (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.digit != nil } }),
            let minutes = Int(parts[0]), let seconds = Int(parts[1]), let frames = Int(parts[2]),
            seconds < 60, frames < 75
        else { return nil }
        return .seconds(minutes * 60 + seconds) + .seconds(frames) / 75
    }

    /// What follows a word in a line: what is between the first quote and the last one, or up to the end.
    static func value(_ rest: Substring) -> String? {
        guard let first = rest.firstIndex(of: "\""), let last = rest.lastIndex(of: "\"") else {
            return PlaylistContent.word(rest)
        }
        return PlaylistContent.word(
            first < last ? rest[rest.index(after: first)..<last] : rest[rest.index(after: first)...])
    }

    /// The name and the kind that stand behind `FILE`.
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
