import Glibc

/// A standard stream, written at once and without a buffer.
struct Output {
    /// Nobody reads it any more.
    struct Closed: Error {}

    let stream: StandardStream

    init(_ stream: StandardStream) { self.stream = stream }

    /// Writes all of the text (`write`), or as much as somebody reads.
    func write(_ text: String) throws(Closed) {
        var text = text
        let isWritten = text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = unsafe Glibc.write(
                    stream.rawValue, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
                if count >= 0 {
                    done += count
                } else if errno == EAGAIN {
                    // Somebody who shares the terminal made it non-blocking.
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

    /// Writes lines; what nobody reads is lost.
    func print(_ lines: [String]) {
        if !lines.isEmpty { try? write(lines.joined(separator: "\n") + "\n") }
    }

    /// Says on standard error what is wrong, and what helps.
    static func complain(_ message: String, hint: String?) {
        Output(.standardError).print(complaint(message, hint: hint))
    }

    /// How it is said what is wrong, and what helps.
    static func complaint(_ message: String, hint: String?) -> [String] {
        ["playhead: \(message.printable)"] + (hint.map { ["  \($0.printable)"] } ?? [])
    }
}

/// What every process is given.
enum StandardStream: Int32 {
    case standardInput = 0
    case standardOutput = 1
    case standardError = 2
}

/// This process.
enum Process {
    /// Ends it in order (`exit`): before anything of GStreamer runs.
    static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// Ends it when everything is written and taken down, without what libraries have registered for an exit: some keep threads that
    /// are still at work then (X, GL), on what would be cleared away under them.
    static func leave(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    /// Ends it at once (`_exit`): for when a thread hangs that would be waited for.
    static func abandon(_ code: Int32) -> Never { _exit(code) }
}
