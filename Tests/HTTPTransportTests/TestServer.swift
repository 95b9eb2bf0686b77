import Dispatch
import Glibc
import Synchronization

/// A scripted HTTP server on a loopback port; each connection is served by a thread.
final class TestServer: Sendable {
    typealias Script = @Sendable (TestConnection) -> Void

    private let listener: Int32
    let port: UInt16
    let host: String
    let connections = Atomic(0)
    let requests = Atomic(0)

    init(on host: String = "127.0.0.1", _ script: @escaping Script) {
        self.host = host
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = unsafe inet_addr(host)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe bind(descriptor, pointer, size)
                _ = unsafe getsockname(descriptor, pointer, &size)
            }
        }
        listen(descriptor, 512)
        listener = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.start { [self] in
            while true {
                let accepted = accept(descriptor, nil, nil)
                if accepted < 0 { break }
                connections.add(1, ordering: .relaxed)
                let connection = TestConnection(accepted, self)
                Thread.start {
                    script(connection)
                    connection.close()
                }
            }
            // Only here: elsewhere the number could be another socket's before this thread calls `accept` again.
            close(descriptor)
        }
    }

    func url(_ path: String) -> String { "http://\(host):\(port)\(path)" }

    /// Refuses new connections from now on. It must be called once.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}

final class TestConnection: Sendable {
    private let descriptor: Int32
    private let server: TestServer
    private let rest = Mutex<[UInt8]>([])
    private let isClosed = Atomic(false)

    init(_ descriptor: Int32, _ server: TestServer) {
        (self.descriptor, self.server) = (descriptor, server)
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    }

    /// The lines of the next request's head; nil at the end.
    func request() -> [String]? {
        while true {
            let head: String? = rest.withLock { rest in
                guard
                    let end = rest.indices.dropFirst(3).first(where: {
                        rest[($0 - 3)...$0] == [13, 10, 13, 10]
                    })
                else { return nil }
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<(end - 3)], as: UTF8.self)
            }
            if let head {
                server.requests.add(1, ordering: .relaxed)
                return head.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
            }
            let bytes = read()
            if bytes.isEmpty { return nil }
            rest.withLock { $0 += bytes }
        }
    }

    func read() -> [UInt8] {
        if isClosed.load(ordering: .relaxed) { return [] }
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        if isClosed.load(ordering: .relaxed) { return false }
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start,
                    Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            start += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Ends the connection with RST.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func close() {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        Glibc.close(descriptor)
    }

    func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

    func relay(to port: UInt16) {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe connect(other, $0, size)
            }
        }
        let back = TestConnection(other, server)
        let isOver = DispatchSemaphore(value: 0)
        Thread.start { [self] in
            while true {
                let bytes = back.read()
                if bytes.isEmpty || !send(bytes) { break }
            }
            shutdown(descriptor, Int32(SHUT_RDWR))
            isOver.signal()
        }
        while true {
            let bytes = read()
            if bytes.isEmpty || !back.send(bytes) { break }
        }
        shutdown(other, Int32(SHUT_RDWR))
        isOver.wait()
        back.close()
    }
}

enum Thread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        _ = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work)
        pthread_detach(thread)
    }
}
