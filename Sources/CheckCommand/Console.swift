import Foundation

/// The standard streams, written at once.
enum Console {
    /// Prints a line; when nobody reads any more, this is the end.
    static func tell(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            exit(128 + SIGPIPE)
        }
    }

    static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data(("playhead: " + line + "\n").utf8))
    }
}
