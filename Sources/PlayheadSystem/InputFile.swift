internal import Glibc

/// A file or pipe that is read from its beginning without a buffer. It is closed at deinitialization.
package final class InputFile: Sendable {
    private let descriptor: Int32

    /// Opens a file; nil if that fails. The open of a named pipe blocks until it has a writer.
    package init?(path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 { return nil }
    }

    /// Takes over an open descriptor.
    init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// The standard input of this process.
    package static let standardInput = InputFile(owning: 0)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads up to `count` bytes (`read`). Blocks until there is at least one; empty at the end or when it
    /// cannot be read.
    package func read(upTo count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while true {
                let size = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
                filled = max(size, 0)
                if size >= 0 || errno != EINTR && errno != EAGAIN { return }
                if errno == EAGAIN {
                    var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    _ = unsafe poll(&awaited, 1, -1)
                }
            }
        }
    }

    /// The whole content of a file as text; nil if it cannot be read or is not UTF-8.
    package static func text(of path: String) -> String? {
        guard let file = InputFile(path: path), LocalFile(path: FilePath(path)) != .directory else {
            return nil
        }
        var bytes: [UInt8] = []
        while true {
            let more = file.read(upTo: 1 << 16)
            if more.isEmpty { return String(validating: bytes, as: UTF8.self) }
            bytes += more
        }
    }
}
