internal import Glibc

/// What the system answers when a file cannot be opened, read or written (`errno`).
package struct FileFault: Error, Equatable {
    package enum Kind {
        case missing, denied, directory, special, full, other
    }

    package var code: Int32

    /// It is a pipe or a socket.
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

    /// The system's own words (`strerror_r`).
    package var message: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, unsafe strerror_r(code, start, 256) == 0 else {
                return "error \(code)"
            }
            return unsafe String(cString: start)
        }
    }
}

/// A file that is written from its beginning, without a buffer; closed when it is released.
package final class OutputFile: Sendable {
    private let descriptor: Int32

    /// Makes the file, or empties the one that is there. A pipe or a socket is refused: nobody might read it.
    package init(path: String) throws(FileFault) {
        // Without O_NONBLOCK, opening a pipe waits for its reader.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        descriptor = unsafe open(path, flags, 0o666)
        guard descriptor >= 0 else { throw FileFault(code: errno) }
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        let kind = status.st_mode & S_IFMT
        if !isKnown || kind == S_IFIFO || kind == S_IFSOCK { throw .special }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Replaces what a file holds by other bytes at once: whoever reads it finds the old ones or the new ones. Folders on the way to it are made.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileFault) {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            unsafe mkdir(folder, 0o700)
        }
        let draft = path + ".\(getpid())"
        do throws(FileFault) {
            try OutputFile(path: draft).write(bytes)
            if unsafe rename(draft, path) != 0 { throw FileFault(code: errno) }
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    /// Writes all of it (`write`).
    package func write(_ bytes: [UInt8]) throws(FileFault) {
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
