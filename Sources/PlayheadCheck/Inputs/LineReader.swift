internal import Playhead
package import PlayheadSystem

/// Reads a file or a pipe line by line, without empty lines, or by numbers of bytes.
package final class LineReader {
    private let file: InputFile
    private var bytes: [UInt8] = []
    private var next = 0
    private var isEnded = false

    /// Opens a file; nil if that fails. `-` is standard input.
    package init?(path: String) {
        if path == "-" {
            file = .standardInput
        } else if let opened = InputFile(path: path) {
            file = opened
        } else {
            return nil
        }
    }

    /// Reads from an open file.
    package init(_ file: InputFile) { self.file = file }

    /// The next line without its line break; nil after the last one.
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
                let more = file.read(upTo: 65536)
                if more.isEmpty { isEnded = true } else { bytes += more }
            }
        }
    }

    /// The next bytes; nil if the file ends before.
    package func bytes(_ count: Int) -> [UInt8]? {
        while bytes.count - next < count {
            bytes.removeFirst(next)
            next = 0
            let more = file.read(upTo: max(count - bytes.count, 65536))
            if more.isEmpty { return nil }
            bytes += more
        }
        defer { next += count }
        return Array(bytes[next..<next + count])
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.isEmpty ? nil : FileAddress.text(typed: Array(line))
    }
}
