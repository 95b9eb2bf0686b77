internal import Glibc

/// A file of which pieces are read (`pread`); closed when it is released.
package final class FileBytes: Sendable {
    private let descriptor: Int32
    /// In bytes.
    package let size: Int

    /// Opens a regular file, and nothing else: anything else might not answer. Nil when it cannot be read.
    package init?(path: FilePath) {
        guard LocalFile(path: path) == .regular else { return nil }
        descriptor = unsafe path.withCharacters { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return nil }
        size = Int(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Up to so many bytes from an offset on; fewer at the end of the file, none beyond it.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        let count = min(count, size - offset)
        guard offset >= 0, count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe filled = max(pread(descriptor, buffer.baseAddress, count, offset), 0)
        }
    }
}
