package import Foundation

/// A folder that is there as long as this is held.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package var path: String { url.path }

    /// Writes a file, and the folders that it is in; answers with its path.
    @discardableResult
    package func write(_ content: String, to name: String) throws -> String {
        try write(Data(content.utf8), to: name)
    }

    /// The same of any bytes.
    @discardableResult
    package func write(_ content: Data, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file.path
    }
}
