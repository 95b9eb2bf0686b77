import Dispatch
import Glibc
import Synchronization
import Testing

@testable import PlayheadRemote

/// A client of a socket that sends bytes and reads lines, without any knowledge of the protocol.
final class IPCClient: @unchecked Sendable {
    // A source may be used on any thread, the flag is that of the test, and a lock guards the rest.
    struct Closed: Error {}

    private let descriptor: Int32
    private let open: OpenDescriptor
    private let source: any DispatchSourceRead
    private let lines: AsyncStream<String>
    private var isReading = false
    private let pending = Mutex<[UInt8]>([])

    init(_ path: String, reads: Bool = true) throws {
        let descriptor = try UnixSocket.connect(to: path)
        self.descriptor = descriptor
        let open = OpenDescriptor(descriptor)
        self.open = open
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "client"))
        let (lines, feed) = AsyncStream<String>.makeStream()
        self.lines = lines
        source.setEventHandler { [weak self] in self?.read(feed) }
        source.setCancelHandler { withExtendedLifetime(open) {} }
        if reads { resume() }
    }

    /// Begins to read, if the client does not yet.
    func resume() {
        isReading = true
        source.resume()
    }

    deinit {
        source.cancel()
        // A suspended source must not be released.
        if !isReading { source.resume() }
    }

    private func read(_ feed: AsyncStream<String>.Continuation) {
        // The source tells only once that the server has closed the connection.
        while true {
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else {
                source.cancel()
                return feed.finish()
            }
            pending.withLock { pending in
                pending += bytes[..<count]
                while let end = pending.firstIndex(of: 10) {
                    feed.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending.removeSubrange(...end)
                }
            }
        }
    }

    /// Sends bytes; returns how many the system took, or the error as a negative number.
    @discardableResult
    func send(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return count < 0 ? -Int(errno) : count
    }

    /// Sends all bytes, as the server takes them, unless it closes the connection; returns how many were sent.
    func sendAll(_ text: String) async -> Int {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "client.sending").async { [self] in
                var rest = text.utf8[...]
                while !rest.isEmpty {
                    let count = send(String(decoding: rest.prefix(1 << 16), as: UTF8.self))
                    if count == -Int(EAGAIN) {
                        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        unsafe poll(&wait, 1, -1)
                    } else if count > 0 {
                        rest.removeFirst(count)
                    } else {
                        break
                    }
                }
                continuation.resume(returning: text.utf8.count - rest.count)
            }
        }
    }

    /// The next line; the connection has to be open.
    func line() async throws -> RemoteValue {
        var iterator = lines.makeAsyncIterator()
        guard let line = await iterator.next() else { throw Closed() }
        return try #require(RemoteValue(json: line.utf8), "\(line.prefix(200))")
    }

    /// Sends a request, and returns its reply; events before it are dropped.
    func ask(_ request: String) async throws -> RemoteValue {
        send(request + "\n")
        while true {
            let line = try await line()
            if line["error"] != nil { return line }
        }
    }

    /// The value of a property; nil if the reply is an error.
    func property(_ name: String) async throws -> RemoteValue? {
        try await ask("{\"command\":[\"get_property\",\"\(name)\"]}")["data"]
    }

    /// The next event with this name.
    func event(_ name: String) async throws -> RemoteValue {
        while true {
            let line = try await line()
            if line["event"] == .string(name) { return line }
        }
    }

    /// Whether the connection ends, after any lines.
    func isClosed() async -> Bool {
        for await _ in lines {}
        return true
    }
}
