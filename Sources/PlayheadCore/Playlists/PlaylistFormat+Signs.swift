extension PlaylistFormat {
    /// The format by the first lines of a text; nil if they are inconclusive, as in M3U without a header.
    static func bySigns(in text: [UInt8]) -> PlaylistFormat? {
        var namesFile = false
        for line in TextLines(text).prefix(1000) {
            let line = line.trimmed
            switch line.first {
            case nil: continue
            case UInt8(ascii: "#"):
                if line.begins(with: "#EXTM3U") || line.begins(with: "#EXTINF:") { return .m3u }
            case UInt8(ascii: "["):
                if line.begins(with: "[playlist]") { return .pls }
            case UInt8(ascii: "<"):
                return beginsWithElement("playlist", text) ? .xspf : nil
            default:
                if line.begins(with: "FILE ") { namesFile = true }
                if namesFile, line.begins(with: "TRACK ") { return .cue }
            }
        }
        return nil
    }

    /// Whether the first XML element of a text has this name.
    private static func beginsWithElement(_ name: String, _ text: [UInt8]) -> Bool {
        var reader = XMLReader(text)
        while let piece = try? reader.next() {
            if case .start(let found, _) = piece { return found == name }
        }
        return false
    }
}
