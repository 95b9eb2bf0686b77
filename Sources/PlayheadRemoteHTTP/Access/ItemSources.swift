internal import Playhead
internal import PlayheadRemote
internal import PlayheadSystem

/// What may be added to the queue: addresses, and files in folders that were named.
struct ItemSources: Sendable {
    /// The folders without symbolic links, each with a slash at its end.
    let folders: [FilePath]
    private let host: RemoteHost

    /// Resolves folders.
    init(folders: [String], host: RemoteHost) throws(RemoteHTTPError) {
        var resolved: [FilePath] = []
        for folder in folders {
            guard let path = LocalFile.resolved(FilePath(folder)), LocalFile(path: path) == .directory else {
                throw .noFolder(folder)
            }
            resolved.append(path.asFolder)
        }
        (self.folders, self.host) = (resolved, host)
    }

    /// The item of an address or a path. What is checked is the file that symbolic links lead to, and that file is
    /// played.
    func item(_ name: String) throws(Problem) -> MediaItem {
        guard !name.utf8.contains(0) else { throw .invalid("A path or an address has no zero byte.") }
        if FileAddress.hasScheme(name) || name.lowercased().hasPrefix("file:") {
            if let path = FileAddress.path(uri: name) { return try file(path) }
            guard let address = URIComponents(name), ["http", "https"].contains(address.scheme),
                address.host != nil
            else { throw .invalid("An address has to begin with http:// or https://, or name a file.") }
            return host.makeItem(name)
        }
        return try file(FilePath(name))
    }

    private func file(_ path: FilePath) throws(Problem) -> MediaItem {
        guard !folders.isEmpty else {
            throw Problem(
                status: 403, code: "filesNotAllowed",
                detail: "No folder is allowed. Start playhead with --http-folder FOLDER to allow one.")
        }
        // A relative path is one of the first folder that has it.
        let candidates = path.isAbsolute ? [path] : folders.map { $0 + path }
        let found = candidates.lazy.compactMap { LocalFile.resolved($0) }.first { file in
            self.folders.contains { file.bytes.starts(with: $0.bytes) }
        }
        // The same answer for a file that is not there: nothing is told about other files.
        guard let found, !found.bytes.contains(0) else {
            throw Problem(
                status: 403, code: "fileNotAllowed", detail: "The allowed folders have no such file.")
        }
        return host.makeItem(FileAddress.uri(path: found))
    }
}
