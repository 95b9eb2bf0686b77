internal import Glibc

/// The first look at a file, before any element opens it: an `open` on a pipe or a dead mount may hang for ever.
package enum LocalFile: Equatable {
    case missing
    case denied
    case directory
    /// A pipe, a device or a socket.
    case special
    case empty
    case regular

    /// What stands at a path (`stat`, `access`); follows symbolic links.
    package init(path: FilePath) {
        var status = stat()
        guard unsafe path.withCharacters({ unsafe stat($0, &status) }) == 0 else {
            self = errno == EACCES ? .denied : .missing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .directory
        case S_IFREG:
            if unsafe path.withCharacters({ unsafe access($0, R_OK) }) != 0 {
                self = .denied
            } else {
                self = status.st_size == 0 ? .empty : .regular
            }
        default: self = .special
        }
    }

    /// The directory that relative paths start from (`getcwd`).
    package static var currentDirectory: FilePath {
        guard let directory = unsafe getcwd(nil, 0) else { return "" }
        defer { unsafe free(directory) }
        return unsafe FilePath(lending: directory)
    }
}

extension LocalFile {
    /// Where a path leads, by whichever folders and links (`realpath`); nil where nothing is.
    package static func resolved(_ path: FilePath) -> FilePath? {
        guard let found = unsafe path.withCharacters({ unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(found) }
        return unsafe FilePath(lending: found)
    }

    /// The names in a directory (`readdir`) without `.` and `..`, empty when it cannot be read.
    package static func names(in directory: FilePath) -> [FilePath] {
        guard let open = unsafe directory.withCharacters({ unsafe opendir($0) }) else { return [] }
        defer { unsafe closedir(open) }
        var names: [FilePath] = []
        while let entry = unsafe readdir(open) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe FilePath(lending: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// All of a small file as text, 16 MiB at most; nil when it cannot be read.
    package static func text(of path: FilePath) -> String? {
        bytes(of: path, atMost: 1 << 24).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a file, so many at most (`open`, `read`); nil when it cannot be read.
    package static func bytes(of path: FilePath, atMost limit: Int) -> [UInt8]? {
        let file = unsafe path.withCharacters { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = unsafe read(file, &part, min(part.count, limit - bytes.count))
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// A variable of the environment (`getenv`).
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Which file or folder it is, whatever path leads to it (`stat`); nil when there is none.
    package static func identity(of path: FilePath) -> String? {
        var status = stat()
        guard unsafe path.withCharacters({ unsafe stat($0, &status) }) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// Whether the names in a directory may be read (`access`).
    package static func isListable(_ path: FilePath) -> Bool {
        unsafe path.withCharacters { unsafe access($0, R_OK | X_OK) } == 0
    }

    /// What comes in on standard input until it ends, so many bytes at most (`poll`, `read`); nil when it cannot be read. Waits as long as
    /// that takes.
    package static func standardInput(atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = unsafe read(0, &part, min(part.count, limit - bytes.count))
            if count == 0 { break }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { return nil }
                var awaited = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&awaited, 1, -1)
                continue
            }
            bytes += part.prefix(count)
        }
        return bytes
    }
}

extension FilePath {
    /// A copy of a name of C.
    fileprivate init(lending name: UnsafePointer<CChar>) {
        self.init(
            bytes: unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
    }
}
