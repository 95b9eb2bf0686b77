import Playhead

/// The last position of each item. The latest entries come last. Errors of reading and writing are ignored.
struct ResumeFile {
    private let file: PositionFile
    private var entries: [PositionFile.Entry]

    /// Reads the file.
    init(_ file: PositionFile = PositionFile(named: "positions")) {
        self.file = file
        entries = file.read()
    }

    /// The stored position of an item; nil if it begins at its start.
    func position(of uri: String) -> Duration? {
        let names = [uri, PositionFile.name(of: uri)]
        return entries.last { names.contains($0.uri) }?.position
    }

    /// Stores the last position of an item, or removes it if the item was played to its end.
    mutating func keep(_ position: Duration, of duration: Duration?, for uri: String, isFinished: Bool) {
        let name = PositionFile.name(of: uri)
        entries.removeAll { $0.uri == uri || $0.uri == name }
        let isWorth = position >= Self.worth && duration.map { $0 - position >= Self.worth } ?? true
        if !isFinished, isWorth, !PositionFile.isPassing(uri) {
            entries.append(PositionFile.Entry(uri: name, position: position))
        }
        try? file.write(entries)
    }

    private static let worth: Duration = .seconds(5)
}
