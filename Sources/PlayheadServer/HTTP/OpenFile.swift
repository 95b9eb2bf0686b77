import FoundationEssentials
internal import Glibc
internal import PlayheadSystem

/// An open regular file. Its functions block on the disk. It is closed at deinitialization.
final class OpenFile: Sendable {
    let size: Int
    let modified: Date
    private let descriptor: Int32

    /// Opens the file; nil if it does not exist, cannot be read, or is not a regular file.
    init?(_ path: String) {
        // Without `O_NONBLOCK`, `open` of a named pipe blocks until a writer opens it.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int(facts.st_size)
        let time = facts.st_mtim
        modified = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    deinit { close(descriptor) }

    /// The entity tag. It changes when the file changes.
    var tag: String {
        let time = Int(modified.timeIntervalSince1970 * 1e6)
        return "\"\(String(size, radix: 16))-\(String(time, radix: 16))\""
    }

    /// The whole content as text; nil if it is not UTF-8.
    var text: String? {
        guard let bytes = try? read(0..<size) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Reads a range of the file (`pread`). The result is shorter if the file has become shorter.
    func read(_ range: Range<Int>) throws(FileFault) -> [UInt8] {
        var fault: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let count = unsafe pread(descriptor, rest.baseAddress, rest.count, range.lowerBound + filled)
                if count > 0 {
                    filled += count
                } else if count == 0 || errno != EINTR {
                    if count < 0 { fault = errno }
                    break
                }
            }
        }
        if fault != 0 { throw FileFault(code: fault) }
        return bytes
    }
}
