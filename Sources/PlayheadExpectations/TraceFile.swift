internal import FoundationEssentials
internal import PlayheadTesting

/// A trace that was written down, in the folder `__Traces__` beside the test.
struct TraceFile {
    let name: String
    private let folder: URL

    init(_ name: String, beside testFile: String) {
        self.name = name
        folder = URL(filePath: testFile).deletingLastPathComponent()
            .appending(path: "__Traces__", directoryHint: .isDirectory)
    }

    private var file: URL { folder.appending(path: "\(name).trace") }

    /// Whether traces are to be written anew.
    static var isRewriting: Bool { ProcessInfo.processInfo.environment["PLAYHEAD_WRITE_TRACES"] == "1" }

    /// What is written down; nil when there is nothing yet.
    var text: String? { try? String(contentsOf: file, encoding: .utf8) }

    func write(_ trace: PlaybackTrace) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(trace.text.utf8).write(to: file)
    }
}
