internal import PlayheadSystem

/// The file of an archive. Each entry replaces the end of the document, so that the document is complete after
/// each entry. A pipe or a device gets the end of the document when it is finished.
struct HTTPArchiveFile {
    private let file: PlacedFile
    /// The offset of the end of the document.
    private var place: Int
    private var isEmpty = true

    init(path: String) throws(FileFault) {
        file = try PlacedFile(path: path)
        let head = Array(Self.head.utf8)
        place = head.count
        try file.write(file.hasPlaces ? head + Array(Self.end.utf8) : head, at: 0)
    }

    mutating func add(_ entry: [UInt8]) throws(FileFault) {
        let text = Array((isEmpty ? "\n" : ",\n").utf8) + entry
        isEmpty = false
        try file.write(file.hasPlaces ? text + Array(Self.end.utf8) : text, at: place)
        place += text.count
    }

    mutating func finish() throws(FileFault) {
        if !file.hasPlaces { try file.write(Array(Self.end.utf8), at: place) }
    }

    private static let head = """
        {"log":{"version":"1.2","creator":{"name":"Playhead","version":"\(Player.version)"},"entries":[
        """
    private static let end = "\n]}}\n"
}
