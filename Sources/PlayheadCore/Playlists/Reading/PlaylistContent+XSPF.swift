extension PlaylistContent {
    /// A `track` during parsing.
    private struct Track {
        var locations: [(text: String, place: PlaylistPlace)] = []
        var draft = Draft()
        var line: Int
    }

    /// Reads XSPF. Invalid XML is a fault at its line; the entries before it count.
    mutating func readXSPF(_ text: [UInt8]) {
        var reader = XMLReader(text)
        var path: [String] = []
        var places = [place]
        var words = ""
        var track: Track?
        do throws(XMLReader.Fault) {
            while hasRoom, let piece = try reader.next() {
                switch piece {
                case .start(let name, let attributes):
                    path.append(name)
                    places.append(place(attributes["xml:base"], in: places, line: reader.line))
                    words = ""
                    if path == ["playlist", "trackList", "track"] { track = Track(line: reader.line) }
                case .text(let text):
                    if words.utf8.count <= limits.lineLength { words += text }
                case .end:
                    take(words, at: path, in: places[places.count - 1], line: reader.line, into: &track)
                    if path.count == 3, let ended = track {
                        add(ended)
                        track = nil
                    }
                    path.removeLast()
                    places.removeLast()
                    words = ""
                }
            }
        } catch {
            faults.add("What follows is passed over: \(error.message)", line: error.line)
        }
    }

    private mutating func place(_ base: String?, in places: [PlaylistPlace], line: Int) -> PlaylistPlace {
        let current = places[places.count - 1]
        guard let base else { return current }
        do throws(PlaylistPlace.Refusal) {
            return try current.moved(to: base)
        } catch {
            faults.add("\(PlaylistFaults.quoted(base)) is no base here: \(error.reason)", line: line)
            return current
        }
    }

    private mutating func take(
        _ words: String, at path: [String], in place: PlaylistPlace, line: Int, into track: inout Track?
    ) {
        guard path.first == "playlist", let name = path.last, let text = Self.word(Self.oneLine(words)) else {
            return
        }
        guard words.utf8.count <= limits.lineLength else {
            return faults.add("It is passed over: it is longer than \(limits.lineLength) bytes", line: line)
        }
        if path == ["playlist", "title"] { title = text }
        guard path.count > 3, path[1] == "trackList", path[2] == "track" else { return }
        if path.count == 5, path[3] == "extension", name == "option", var draft = track?.draft {
            takeOption(text[...], line, &draft)
            track?.draft = draft
        }
        guard path.count == 4 else { return }
        switch name {
        case "location": track?.locations.append((text, place))
        case "title": track?.draft.title = text
        case "creator": track?.draft.performer = text
        case "duration":
            track?.draft.duration = Int64(text).flatMap { $0 > 0 && $0 < 1 << 50 ? .milliseconds($0) : nil }
        default: break
        }
    }

    private mutating func add(_ track: Track) {
        guard !track.locations.isEmpty else {
            return faults.add("A track has no location", line: track.line)
        }
        var places = track.locations[...]
        add(track.locations.map(\.text), track.draft, line: track.line) {
            text throws(PlaylistPlace.Refusal) in
            guard let next = places.popFirst() else { throw PlaylistPlace.Refusal(reason: "it is empty") }
            return try next.place.address(reference: text)
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(decoding: text.utf8.map { XMLText.isSpace($0) ? .space : $0 }, as: UTF8.self)
    }
}
