internal import Glibc

/// The error number of a failed file operation (`errno`).
package struct FileFault: Error, Equatable {
    package enum Kind {
        case missing, denied, directory, special, full, other
    }

    package var code: Int32

    package init(code: Int32) { self.code = code }

    /// The error for a pipe or a socket.
    static let special = FileFault(code: ESPIPE)

    package var kind: Kind {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM, EROFS: .denied
        case EISDIR: .directory
        case ESPIPE, ENXIO: .special
        case ENOSPC, EDQUOT, EFBIG: .full
        default: .other
        }
    }

    /// Whether the reader of a pipe has closed it.
    package var isBrokenPipe: Bool { code == EPIPE }

    /// The message of the system (`strerror_r`).
    package var message: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, unsafe strerror_r(code, start, 256) == 0 else {
                return "error \(code)"
            }
            return unsafe String(cString: start)
        }
    }
}

/// A file that is written from its beginning without a buffer. It is closed at deinitialization.
package final class OutputFile: Sendable {
    private let descriptor: Int32

    /// Creates or truncates the file. A pipe or a socket is refused, because it may have no reader.
    package init(path: String) throws(FileFault) {
        // Without O_NONBLOCK, the open of a pipe blocks until the pipe has a reader.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        descriptor = unsafe open(path, flags, 0o666)
        guard descriptor >= 0 else { throw FileFault(code: errno) }
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        let kind = status.st_mode & S_IFMT
        if !isKnown || kind == S_IFIFO || kind == S_IFSOCK { throw .special }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Creates a file; nil if there is one with this name.
    package static func new(path: String) throws(FileFault) -> OutputFile? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor >= 0 { return OutputFile(descriptor: descriptor) }
        if errno == EEXIST { return nil }
        throw FileFault(code: errno)
    }

    /// The standard output of the process, also if it is a pipe. Nil if it is closed.
    package static func standardOutput() -> OutputFile? {
        let copy = dup(STDOUT_FILENO)
        return copy < 0 ? nil : OutputFile(descriptor: copy)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Replaces the content of a file atomically: a reader finds the old bytes or the new bytes. Missing
    /// directories of the path are created with `folderMode`. A device is written, and a symbolic link stays
    /// one.
    package static func replace(
        _ path: String, with bytes: [UInt8], folderMode: UInt32 = 0o777
    ) throws(FileFault) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            if status.st_mode & S_IFMT != S_IFREG { return try OutputFile(path: path).write(bytes) }
            if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
                guard let target = unsafe realpath(path, nil) else { throw FileFault(code: errno) }
                defer { unsafe free(target) }
                return try replace(unsafe String(cString: target), with: bytes)
            }
        }
        makeFolder(of: path, mode: folderMode)
        let draft = path + ".\(getpid())"
        do throws(FileFault) {
            try OutputFile(path: draft).write(bytes)
            if unsafe rename(draft, path) != 0 { throw FileFault(code: errno) }
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    /// Makes the missing directories of a path, and returns the last one.
    @discardableResult
    package static func makeFolder(of path: String, mode: UInt32) -> String {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            unsafe mkdir(folder, mode)
        }
        return folder.isEmpty ? "/" : folder
    }

    /// Whether a path leads to the regular file of a URI, which writing would destroy.
    package static func isOneFile(_ path: String, _ uri: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let source = FileAddress.path(uri: uri), let identity = LocalFile.identity(of: source)
        else { return false }
        return identity == "\(status.st_dev):\(status.st_ino)"
    }

    /// Writes all bytes (`write`).
    package func write(_ bytes: [UInt8]) throws(FileFault) { try Self.write(bytes, to: descriptor) }

    /// Writes bytes over the beginning, if the file can seek.
    package func overwriteStart(with bytes: [UInt8]) {
        _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Writes all bytes to an open descriptor.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                throw FileFault(code: count == 0 ? ENOSPC : errno)
            }
        }
    }
}
