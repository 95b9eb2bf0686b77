import Glibc

/// Writes to a standard stream without a buffer.
struct Output {
    /// The error of a closed stream.
    struct Closed: Error {}

    let stream: StandardStream

    init(_ stream: StandardStream) { self.stream = stream }

    /// Writes all of the text; throws if the reader has closed the stream.
    func write(_ text: String) throws(Closed) { try write(Array(text.utf8)) }

    /// Writes all bytes with `write`; throws if the reader has closed the stream.
    func write(_ bytes: [UInt8]) throws(Closed) {
        let isWritten = unsafe bytes.withUnsafeBufferPointer { bytes in
            var done = 0
            while done < bytes.count {
                let count = unsafe Glibc.write(
                    stream.rawValue, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
                if count >= 0 {
                    done += count
                } else if errno == EAGAIN {
                    // Another process that shares the terminal made it non-blocking.
                    var request = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
                    unsafe poll(&request, 1, -1)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
        if !isWritten { throw Closed() }
    }

    /// Writes lines and ignores a closed stream.
    func print(_ lines: [String]) {
        if !lines.isEmpty { try? write(lines.joined(separator: "\n") + "\n") }
    }

    /// Writes a line; the process ends if the stream is closed.
    func printOrExit(_ line: String) {
        do { try write(line + "\n") } catch { exit(ExitStatus.outputClosed) }
    }

    /// Prints an error on standard error, with a hint.
    static func complain(_ message: String, hint: String? = nil) {
        Output(.standardError).print(complaint(message, hint: hint, style: TextStyle(for: .standardError)))
    }

    /// The lines of an error message with a hint.
    static func complaint(_ message: String, hint: String?, style: TextStyle) -> [String] {
        let warning = "warning: "
        let isWarning = message.hasPrefix(warning)
        let label = style(isWarning ? "playhead: warning:" : "playhead:", isWarning ? .yellow : .red)
        let text = isWarning ? message.dropFirst(warning.count) : message[...]
        return ["\(label) \(String(text).printable)"] + (hint.map { ["  \($0.printable)"] } ?? [])
    }
}

/// The standard streams of a process.
enum StandardStream: Int32 {
    case standardInput = 0
    case standardOutput = 1
    case standardError = 2
}
