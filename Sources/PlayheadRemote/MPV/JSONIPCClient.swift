internal import Glibc

/// A client of mpv's JSON IPC. Each call blocks its thread until the other side has answered.
package final class JSONIPCClient {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    /// Connects to the socket at a path.
    package init(path: String) throws(RemoteSocketError) { descriptor = try UnixSocket.connect(to: path) }

    deinit { close(descriptor) }

    /// Sends a command, and returns the data of its reply; nil without one. Events before the reply are dropped.
    package func request(_ words: [RemoteValue]) throws -> RemoteValue? {
        try send(RemoteValue.map(["command": .list(words)]).json + "\n")
        while true {
            let line = try next()
            if line["error"] != nil { return try line.answer() }
        }
    }

    /// Waits for the next reply or event.
    package func next() throws(RemoteSocketError) -> RemoteValue {
        while true {
            if let end = unread.firstIndex(of: 10) {
                let line = RemoteValue(json: unread[..<end])
                unread.removeSubrange(...end)
                if let line { return line }
                continue
            }
            try wait(for: POLLIN)
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 {
                unread += bytes[..<count]
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                throw RemoteSocketError(message: "The player has closed the connection.")
            }
        }
    }

    private func send(_ text: String) throws(RemoteSocketError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                try wait(for: POLLOUT)
            } else if errno != EINTR {
                throw RemoteSocketError(message: "The player has closed the connection.")
            }
        }
    }

    private func wait(for events: Int32) throws(RemoteSocketError) {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while unsafe poll(&request, 1, -1) < 0 {
            guard errno == EINTR else {
                throw RemoteSocketError(message: "The socket cannot be read: \(UnixSocket.words(errno))")
            }
        }
    }
}
