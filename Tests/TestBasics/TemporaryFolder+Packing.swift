internal import Foundation

extension TemporaryFolder {
    /// Packs a file by gzip, in its own place.
    package func pack(_ name: String) async throws {
        let file = url.appending(path: name)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = [file.path]
        // A thread that others need is not to stand for that.
        try await withCheckedThrowingContinuation { (exit: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in exit.resume() }
            do { try process.run() } catch {
                process.terminationHandler = nil
                exit.resume(throwing: error)
            }
        }
        try FileManager.default.moveItem(atPath: file.path + ".gz", toPath: file.path)
    }
}
