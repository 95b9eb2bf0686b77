import Foundation
internal import Glibc

/// A regular file, opened for reading. Its functions wait for the disk.
struct OpenFile: Sendable {
    let size: Int
    let modified: Date
    private let handle: FileHandle

    /// Opens it; nil if it is not there, not to be read, or no regular file.
    init?(_ path: String) {
        // Opening a pipe would wait for somebody who writes.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        size = facts.st_size
        let time = facts.st_mtim
        modified = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// Differs for a file that was changed.
    var tag: String {
        let time = Int(modified.timeIntervalSince1970 * 1e6)
        return "\"\(String(size, radix: 16))-\(String(time, radix: 16))\""
    }

    /// All of it, as text.
    var text: String? {
        guard let bytes = try? read(0..<size) else { return nil }
        return String(bytes: bytes, encoding: .utf8)
    }

    /// A part of the file, or as much of it as there still is.
    func read(_ range: Range<Int>) throws -> Data {
        try handle.seek(toOffset: UInt64(range.lowerBound))
        return try handle.read(upToCount: range.count) ?? Data()
    }
}
