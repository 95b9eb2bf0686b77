internal import Glibc

/// A folder whose regular files are served, and nothing outside it.
struct ServedFolder: Sendable {
    /// Without links in it, and with a slash at its end.
    private let root: String

    /// Takes a folder; nil if there is none.
    init?(_ path: String) {
        // A path with a slash at its end leads to a folder or nowhere.
        guard let root = resolve(path + "/") else { return nil }
        self.root = root == "/" ? root : root + "/"
    }

    /// The file at a decoded path. A link that leads out of the folder leads nowhere.
    func file(at path: String) -> OpenFile? {
        guard !path.isEmpty, !path.hasSuffix("/"), let file = resolve(root + path), file.hasPrefix(root)
        else {
            return nil
        }
        return OpenFile(file)
    }
}

/// Follows all links (`realpath`); nil if there is nothing at the end.
private func resolve(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(validatingCString: found)
}
