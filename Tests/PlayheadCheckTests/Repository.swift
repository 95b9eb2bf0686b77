import Foundation

/// The files of the repository that tests read.
enum Repository {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL.path

    static func path(_ name: String) -> String { path + "/" + name }

    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// The scenarios in the folder of that name.
    static let scenarios: [String] = {
        let folder = path("scenarios")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }()
}

/// A folder that is there as long as this is held.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/playhead-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and answers with its path.
    @discardableResult
    func write(_ content: String, to name: String) throws -> String {
        try Data(content.utf8).write(to: URL(filePath: path + "/" + name))
        return path + "/" + name
    }
}
