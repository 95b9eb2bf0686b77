import Foundation
internal import Glibc

/// An open regular file. Its functions block on the disk.
struct OpenFile: Sendable {
    let size: Int
    let modified: Date
    private let handle: FileHandle

    /// Opens the file; nil if it does not exist, cannot be read, or is not a regular file.
    init?(_ path: String) {
        // Without `O_NONBLOCK`, `open` of a named pipe blocks until a writer opens it.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        size = facts.st_size
        let time = facts.st_mtim
        modified = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// The entity tag. It changes when the file changes.
    var tag: String {
        let time = Int(modified.timeIntervalSince1970 * 1e6)
        return "\"\(String(size, radix: 16))-\(String(time, radix: 16))\""
    }

    /// The whole content as text; nil if it is not UTF-8.
    var text: String? {
        guard let bytes = try? read(0..<size) else { return nil }
        return String(bytes: bytes, encoding: .utf8)
    }

    /// Reads a range of the file. The result is shorter if the file has become shorter.
    func read(_ range: Range<Int>) throws -> Data {
        try handle.seek(toOffset: UInt64(range.lowerBound))
        return try handle.read(upToCount: range.count) ?? Data()
    }
}
