internal import Glibc

/// A lock that processes take while they change files in a folder (`flock`). It is released at deinitialization, and
/// by the end of the process.
package struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for the lock, at most 1 s. The folder must exist. Some network file systems have no such lock: changes are
    /// not protected there.
    ///
    /// - Throws: `EWOULDBLOCK` if another process holds it for longer.
    package init(folder: String) throws(FileFault) { descriptor = try Self.locked(folder) }

    private static func locked(_ folder: String) throws(FileFault) -> Int32 {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(code: errno) }
        for _ in 0..<attempts {
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { return descriptor }
            usleep(pause)
        }
        close(descriptor)
        throw FileFault(code: EWOULDBLOCK)
    }

    deinit { close(descriptor) }

    private static let attempts = 200
    /// In microseconds.
    private static let pause: UInt32 = 5000
}
