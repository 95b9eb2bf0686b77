internal import Glibc

/// A file that is read by ranges of bytes (`pread`). It is closed at deinitialization.
package final class FileBytes: Sendable {
    private let descriptor: Int32
    /// The file size in bytes.
    package let size: Int

    /// Opens a regular file; nil when it cannot be read. Other kinds of files are refused, because a read may
    /// block forever.
    package init?(path: FilePath) {
        guard LocalFile(path: path) == .regular else { return nil }
        descriptor = unsafe path.withCharacters { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return nil }
        size = Int(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads up to `count` bytes at an offset. Returns fewer bytes at the end of the file, and none beyond
    /// it.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        let count = min(count, size - offset)
        guard offset >= 0, count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe filled = max(pread(descriptor, buffer.baseAddress, count, offset), 0)
        }
    }
}
