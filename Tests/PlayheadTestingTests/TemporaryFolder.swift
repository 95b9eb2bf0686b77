import Foundation

/// A folder that is there as long as this is held.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/playhead-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders that it is in.
    @discardableResult
    func write(_ content: String, to name: String) throws -> String {
        let file = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        return file.path
    }
}

/// The samples of the repository.
enum SampleFolder {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../media")
        .standardizedFileURL.path

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name)))
    }
}
