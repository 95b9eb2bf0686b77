package import Foundation
internal import Playhead
internal import PlayheadSystem

/// The lines of a file or a pipe, one at a time; empty ones are left out.
package final class LineReader {
    private let file: FileHandle
    private var bytes: [UInt8] = []
    private var next = 0
    private var isEnded = false

    /// Reads a file; nil where it cannot be opened. `-` is standard input.
    package init?(path: String) {
        if path == "-" {
            file = .standardInput
        } else if let opened = FileHandle(forReadingAtPath: path) {
            file = opened
        } else {
            return nil
        }
    }

    /// Reads what is open already.
    package init(_ file: FileHandle) { self.file = file }

    /// The next line, without its end; nil behind the last one.
    package func line() -> String? {
        while true {
            if let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[next..<end]
                next = end + 1
                if let text = Self.text(line) { return text }
            } else if isEnded {
                let line = bytes[next...]
                next = bytes.count
                return Self.text(line)
            } else {
                bytes.removeFirst(next)
                next = 0
                let more = (try? file.read(upToCount: 65536)) ?? nil
                if let more, !more.isEmpty { bytes += more } else { isEnded = true }
            }
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.isEmpty ? nil : FileAddress.text(typed: Array(line))
    }
}
