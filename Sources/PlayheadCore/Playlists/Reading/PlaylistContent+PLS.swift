extension PlaylistContent {
    private struct Numbered {
        var file: String?
        var line = 0
        var draft = Draft()
    }

    /// Reads PLS: `File1=`, `Title1=` and `Length1=` in any order; the entries are sorted by number.
    mutating func readPLS(_ text: [UInt8]) {
        var numbered: [Int: Numbered] = [:]
        // Some programs omit the numbers.
        var last = 1 << 40
        forEachLine(of: text) { content, number, line in
            if line.hasPrefix("[") || line.hasPrefix(";") || line.hasPrefix("#") { return true }
            guard let equals = line.firstIndex(of: "=") else {
                content.faults.add("\(PlaylistFaults.quoted(line)) says nothing", line: number)
                return true
            }
            let name = Self.word(line[..<equals])?.lowercased() ?? ""
            let value = Self.word(line[line.index(after: equals)...])
            if name == "x-gnome-title" { content.title = value }
            let key = name.prefix { !$0.isNumber }
            guard ["file", "title", "length"].contains(key), let value else { return true }
            let digits = name.dropFirst(key.count)
            if digits.isEmpty, key == "file" { last += 1 }
            guard let entry = digits.isEmpty ? last : Int(digits), entry >= 0 else {
                content.faults.add("\(PlaylistFaults.quoted(line)) has no number that counts", line: number)
                return true
            }
            var item = numbered[entry] ?? Numbered()
            switch key {
            case "file" where item.file != nil:
                content.faults.add("\(PlaylistFaults.quoted(line)) is there twice", line: number)
            case "file": (item.file, item.line) = (value, number)
            case "title": item.draft.title = value
            default: item.draft.duration = Duration(decimalSeconds: value).flatMap { $0 > .zero ? $0 : nil }
            }
            if item.line == 0 { item.line = number }
            numbered[entry] = item
            return true
        }
        for (number, entry) in numbered.sorted(by: { $0.key < $1.key }) where hasRoom {
            if let file = entry.file {
                add([file], entry.draft, line: entry.line, find: place.address(path:))
            } else {
                faults.add("There is no File\(number)", line: entry.line)
            }
        }
    }
}
