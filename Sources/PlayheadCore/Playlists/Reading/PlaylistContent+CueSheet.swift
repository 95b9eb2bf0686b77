internal import PlayheadSystem

extension PlaylistContent {
    /// Reads a CUE sheet: each track is an item from its `INDEX 01` to that of the next track in the same
    /// file.
    mutating func readCueSheet(_ text: [UInt8]) {
        var sheet = CueSheet()
        forEachLine(of: text) { content, number, line in
            content.take(line, number, into: &sheet)
            return true
        }
        title = [sheet.performer, sheet.title].compactMap { $0 }.joined(separator: " - ")
        if title?.isEmpty ?? false { title = nil }
        var previous: CueSheet.Track?
        for (index, track) in sheet.tracks.enumerated() where hasRoom {
            guard let start = track.start, let file = track.file else {
                faults.add("Track \(track.name) is passed over: it has no INDEX 01", line: track.line)
                continue
            }
            if let before = previous, before.file == file, before.start ?? .zero >= start {
                faults.add(
                    "Track \(track.name) is passed over: it does not begin after the one before it",
                    line: track.line)
                continue
            }
            previous = track
            guard track.isSound, sheet.files[file].isPlayable else {
                faults.add(
                    "Track \(track.name) is passed over: it is no sound that can be played", line: track.line)
                continue
            }
            var draft = track.draft
            draft.start = start
            let next = sheet.tracks[(index + 1)...].first { $0.start != nil }
            if let next, next.file == file, let end = next.start, end > start {
                (draft.end, draft.duration) = (end, end - start)
            }
            draft.performer = draft.performer ?? sheet.performer
            let place = place
            add([sheet.files[file].name], draft, line: track.line) { name throws(PlaylistPlace.Refusal) in
                try place.address(sound: name)
            }
        }
    }

    private mutating func take(_ line: String, _ number: Int, into sheet: inout CueSheet) {
        let word = line.prefix { $0 != " " && $0 != "\t" }
        let rest = line[word.endIndex...]
        let last = sheet.tracks.indices.last
        switch word.uppercased() {
        case "FILE":
            if let file = CueSheet.file(rest) { return sheet.files.append(file) }
        case "TRACK":
            let parts = rest.split(whereSeparator: { $0 == " " || $0 == "\t" })
            if let name = parts.first, !sheet.files.isEmpty {
                let isSound = parts.count < 2 || parts[1].uppercased() == "AUDIO"
                return sheet.tracks.append(
                    CueSheet.Track(isSound: isSound, name: String(name), line: number))
            }
        case "INDEX":
            let parts = rest.split(whereSeparator: { $0 == " " || $0 == "\t" })
            if parts.count == 2, let index = Int(parts[0]), let time = CueSheet.time(parts[1]), let last {
                // In a sheet whose gaps belong to the previous tracks, the file begins inside a track.
                if index == 1 {
                    (sheet.tracks[last].start, sheet.tracks[last].file) = (time, sheet.files.count - 1)
                }
                return
            }
        case "TITLE":
            if let last {
                sheet.tracks[last].draft.title = CueSheet.value(rest)
            } else {
                sheet.title = CueSheet.value(rest)
            }
            return
        case "PERFORMER":
            let name = CueSheet.value(rest)
            if let last { sheet.tracks[last].draft.performer = name } else { sheet.performer = name }
            return
        case "REM", "CATALOG", "CDTEXTFILE", "FLAGS", "ISRC", "PREGAP", "POSTGAP", "SONGWRITER": return
        default: break
        }
        faults.add("\(PlaylistFaults.quoted(line)) is not understood", line: number)
    }
}

extension PlaylistPlace {
    /// The file extensions of converted albums, whose sheets still name the original file.
    private static let lossless = ["flac", "wv", "ape", "m4a", "tak", "tta", "ogg", "opus", "mp3", "wav"]

    /// The URI of an audio file, or of a file beside it with another extension if only that exists.
    func address(sound name: String) throws(Refusal) -> String {
        let uri = try address(path: name)
        guard let path = FileAddress.path(uri: uri), !exists(path),
            let dot = path.name.bytes.lastIndex(of: UInt8(ascii: "."))
        else { return uri }
        let stem = path.folder + FilePath(bytes: path.name.bytes[...dot])
        let other = Self.lossless.map { stem + FilePath($0) }.first { exists($0) }
        return other.map { FileAddress.uri(path: $0) } ?? uri
    }
}
