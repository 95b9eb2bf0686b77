internal import Glibc

/// A file that is written at offsets, or a pipe or device that is written in order. It is closed at
/// deinitialization.
package final class PlacedFile: Sendable {
    private let descriptor: Int32
    /// Whether it is a regular file, with offsets.
    package let hasPlaces: Bool

    /// Creates the file, or empties an existing one. The open of a named pipe blocks until it has a reader.
    package init(path: String) throws(FileFault) {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
        var status = stat()
        hasPlaces = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if descriptor < 0 || hasPlaces && ftruncate(descriptor, 0) != 0 { throw FileFault(code: errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes all bytes at an offset; without offsets after those before.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileFault) {
        if hasPlaces, lseek(descriptor, offset, SEEK_SET) < 0 { throw FileFault(code: errno) }
        try OutputFile.write(bytes, to: descriptor)
    }
}
