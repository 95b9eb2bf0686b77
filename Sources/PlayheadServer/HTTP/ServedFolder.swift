internal import Glibc

/// A folder whose regular files are served. Files outside the folder are not reachable.
struct ServedFolder: Sendable {
    /// The resolved path without symbolic links, with a trailing slash.
    private let root: String

    /// Resolves the path of a folder; nil if there is no folder.
    init?(_ path: String) {
        // A path with a trailing slash resolves only to a folder.
        guard let root = resolve(path + "/") else { return nil }
        self.root = root == "/" ? root : root + "/"
    }

    /// The file at a decoded path. It is nil for a link that leads out of the folder.
    func file(at path: String) -> OpenFile? {
        guard !path.isEmpty, !path.hasSuffix("/"), let file = resolve(root + path), file.hasPrefix(root)
        else {
            return nil
        }
        return OpenFile(file)
    }
}

/// Resolves all symbolic links with `realpath`; nil if the target does not exist.
private func resolve(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(validatingCString: found)
}
