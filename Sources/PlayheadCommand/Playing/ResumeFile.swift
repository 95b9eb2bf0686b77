import Playhead

/// The last position of each item. The latest entries come last. Errors of reading and writing are ignored.
struct ResumeFile {
    private let file: StateFile
    /// Nil if they cannot be read; then nothing is kept.
    private var entries: [StateFile.Entry]?

    /// Reads the file.
    init(_ file: StateFile = StateFile(named: "positions")) {
        self.file = file
        entries = try? file.read()
    }

    /// The stored position of an item; nil if it begins at its start.
    func position(of uri: String) -> Duration? {
        let names = [uri, StateFile.name(of: uri)]
        return entries?.last { names.contains($0.name) && $0.time > .zero }?.time
    }

    /// Stores the last position of an item, or removes it if the item was played to its end.
    mutating func keep(_ position: Duration, of duration: Duration?, for uri: String, isFinished: Bool) {
        guard entries != nil else { return }
        let name = StateFile.name(of: uri)
        let isWorth = position >= Self.worth && duration.map { $0 - position >= Self.worth } ?? true
        let isKept = !isFinished && isWorth && !StateFile.isPassing(uri)
        try? file.change { all in
            all.removeAll { $0.name == uri || $0.name == name }
            if isKept { all.append(StateFile.Entry(name: name, time: position)) }
            entries = all
        }
    }

    private static let worth: Duration = .seconds(5)
}
