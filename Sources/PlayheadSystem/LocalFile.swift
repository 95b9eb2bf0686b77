internal import Glibc

/// The kind of a file, found before it is opened. An `open` on a pipe or a dead mount may block forever.
package enum LocalFile: Equatable {
    case missing
    case denied
    case directory
    /// A pipe, a device or a socket.
    case special
    case empty
    case regular

    /// Looks up a path (`stat`, `access`) and follows symbolic links.
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

    /// The base directory of relative paths (`getcwd`).
    package static var currentDirectory: FilePath {
        guard let directory = unsafe getcwd(nil, 0) else { return "" }
        defer { unsafe free(directory) }
        return unsafe FilePath(lending: directory)
    }
}

extension LocalFile {
    /// The canonical path, without symbolic links (`realpath`); nil when there is no file.
    package static func resolved(_ path: FilePath) -> FilePath? {
        guard let found = unsafe path.withCharacters({ unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(found) }
        return unsafe FilePath(lending: found)
    }

    /// The names in a directory (`readdir`) without `.` and `..`; empty when it cannot be read.
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

    /// The content of a file as a string, at most 16 MiB; nil when it cannot be read.
    package static func text(of path: FilePath) -> String? {
        bytes(of: path, atMost: 1 << 24).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first `limit` bytes of a file (`open`, `read`); nil when it cannot be read.
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

    /// The value of an environment variable (`getenv`).
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// An identifier of a file or directory, independent of the path (`stat`); nil when it does not exist.
    package static func identity(of path: FilePath) -> String? {
        var status = stat()
        guard unsafe path.withCharacters({ unsafe stat($0, &status) }) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// What changes when a file is written: its size in bytes, and the time of its last change since 1970, in
    /// milliseconds.
    package struct Version: Sendable, Equatable {
        package var size: Int
        package var changed: Duration
    }

    /// The version of a regular file (`stat`); nil for others.
    package static func version(of path: FilePath) -> Version? {
        var status = stat()
        guard unsafe path.withCharacters({ unsafe stat($0, &status) }) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let time = status.st_mtim
        return Version(
            size: Int(status.st_size),
            changed: .milliseconds(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000))
    }

    /// Whether the names in a directory are readable (`access`).
    package static func isListable(_ path: FilePath) -> Bool {
        unsafe path.withCharacters { unsafe access($0, R_OK | X_OK) } == 0
    }

    /// Reads standard input until its end, at most `limit` bytes (`poll`, `read`). Blocks until then. Nil
    /// when it cannot be read.
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
    /// Copies a C string.
    fileprivate init(lending name: UnsafePointer<CChar>) {
        self.init(
            bytes: unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map {
                UInt8(truncatingIfNeeded: $0)
            })
    }
}
