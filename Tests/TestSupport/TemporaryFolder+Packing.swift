internal import Foundation

extension TemporaryFolder {
    /// Packs a file by gzip, in its own place.
    package func pack(_ name: String) throws {
        let file = url.appending(path: name)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = [file.path]
        try process.run()
        process.waitUntilExit()
        try FileManager.default.moveItem(atPath: file.path + ".gz", toPath: file.path)
    }
}
