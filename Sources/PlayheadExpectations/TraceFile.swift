internal import FoundationEssentials
internal import PlayheadTesting

/// A stored trace in the folder `__Traces__` beside the test file.
struct TraceFile {
    let name: String
    private let folder: URL

    init(_ name: String, beside testFile: String) {
        self.name = name
        folder = URL(filePath: testFile).deletingLastPathComponent()
            .appending(path: "__Traces__", directoryHint: .isDirectory)
    }

    private var file: URL { folder.appending(path: "\(name).trace") }

    /// Whether traces have to be stored anew.
    static var isRewriting: Bool { ProcessInfo.processInfo.environment["PLAYHEAD_WRITE_TRACES"] == "1" }

    /// The stored text; nil without a file.
    var text: String? { try? String(contentsOf: file, encoding: .utf8) }

    func write(_ trace: PlaybackTrace) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(trace.text.utf8).write(to: file)
    }
}
