internal import CGIO
internal import Glibc

/// Why a socket cannot be listened at.
public struct RemoteSocketError: Error, Sendable, Equatable {
    /// What happened, in one sentence with the path.
    public let message: String
}

/// Unix sockets, by their descriptors. All are closed on exec and do not block.
enum UnixSocket {
    /// Listens at a path, with the mode 0600 from the beginning. The socket of a dead process is replaced.
    static func listen(at path: String) throws(RemoteSocketError) -> Int32 {
        let descriptor = try make(path)
        // On Linux the file gets the mode of the descriptor, so that no other user can connect before a chmod.
        fchmod(descriptor, 0o600)
        var failure = unsafe attempt(bind, descriptor, path)
        if failure == EADDRINUSE, try isDead(path) {
            unsafe unlink(path)
            failure = unsafe attempt(bind, descriptor, path)
        }
        if failure == 0, Glibc.listen(descriptor, 64) != 0 { failure = errno }
        guard failure == 0 else {
            close(descriptor)
            throw RemoteSocketError(message: "The socket \(path) cannot be made: \(words(failure))")
        }
        return descriptor
    }

    /// Connects to the socket at a path.
    static func connect(to path: String) throws(RemoteSocketError) -> Int32 {
        let descriptor = try make(path)
        let failure = unsafe attempt(Glibc.connect, descriptor, path)
        guard failure == 0 else {
            close(descriptor)
            throw RemoteSocketError(message: "The socket \(path) cannot be reached: \(words(failure))")
        }
        return descriptor
    }

    /// Accepts a connection; returns -1 without one, and `errno` tells why.
    static func accept(_ listener: Int32) -> Int32 { playhead_accept(listener) }

    /// Whether a path is a socket without a listener. One with a listener, or another file, is an error.
    private static func isDead(_ path: String) throws(RemoteSocketError) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw RemoteSocketError(message: "\(path) exists and is no socket.")
        }
        let descriptor = try make(path)
        defer { close(descriptor) }
        guard unsafe attempt(Glibc.connect, descriptor, path) == ECONNREFUSED else {
            throw RemoteSocketError(message: "Another process listens at the socket \(path).")
        }
        return true
    }

    private static func make(_ path: String) throws(RemoteSocketError) -> Int32 {
        guard !path.isEmpty, path.utf8.count < capacity, !path.utf8.contains(0) else {
            throw RemoteSocketError(
                message: "The path of a socket has 1 to \(capacity - 1) bytes: \(path)")
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else {
            throw RemoteSocketError(message: "The socket \(path) cannot be made: \(words(errno))")
        }
        return descriptor
    }

    private static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// Calls `bind` or `connect` with the address of a path; returns the error, or 0.
    private static func attempt(
        _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ descriptor: Int32, _ path: String
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let result = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    static func words(_ error: Int32) -> String { unsafe String(cString: strerror(error)) }
}
