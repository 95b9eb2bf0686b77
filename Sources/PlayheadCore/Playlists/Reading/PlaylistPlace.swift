package import PlayheadSystem

/// The location of a playlist: the base of relative references, and the permitted ones.
package struct PlaylistPlace: Sendable {
    /// The reason why an entry is unusable.
    struct Refusal: Error {
        var reason: String
    }

    /// The base URI.
    let uri: String
    /// Whether the playlist is remote, and so must not refer to local files.
    let isRemote: Bool
    /// Whether a file exists at a path. Always false where file access is not allowed.
    let exists: @Sendable (FilePath) -> Bool

    /// The location of a playlist with this URI or path.
    package init(_ base: String, exists: @escaping @Sendable (FilePath) -> Bool = { _ in false }) {
        uri = FileAddress.hasScheme(base) ? base : FileAddress.uri(path: base)
        isRemote = !uri.lowercased().hasPrefix("file:")
        self.exists = exists
    }

    private init(_ uri: String, inListOf place: PlaylistPlace) {
        self.uri = uri
        isRemote = place.isRemote
        exists = place.exists
    }

    /// The same playlist with another base (`xml:base`).
    func moved(to reference: String) throws(Refusal) -> PlaylistPlace {
        PlaylistPlace(try address(reference: reference), inListOf: self)
    }

    /// The URI of a path or URI in the notation of people and most programs: spaces and percent signs are
    /// literal in paths.
    func address(path text: String) throws(Refusal) -> String {
        if let absolute = try absolute(text) { return absolute }
        var text = text
        // A file name may contain a backslash here; as a separator it occurs without slashes.
        if text.contains("\\"), !text.contains("/"), found(text) == nil {
            text = String(text.map { $0 == "\\" ? "/" : $0 })
        }
        guard let folder = FileAddress.path(uri: uri).map(Self.folder) else {
            return joined(with: AddressText.escaped(text, keepsFragment: false))
        }
        if let found = found(text) { return FileAddress.uri(path: found) }
        if text.contains("%"), !text.hasPrefix("/") {
            // VLC writes relative paths percent-encoded.
            let decoded = folder + Self.plain(FileAddress.decoded(text))
            if !decoded.bytes.contains(0), exists(decoded) { return FileAddress.uri(path: decoded) }
        }
        return FileAddress.uri(
            path: text.hasPrefix("/") ? FilePath(text) : folder + Self.plain(FilePath(text)))
    }

    /// The URI of a reference by RFC 3986.
    func address(reference text: String) throws(Refusal) -> String {
        if let absolute = try absolute(text) { return absolute }
        guard let folder = FileAddress.path(uri: uri).map(Self.folder) else {
            return joined(with: AddressText.escaped(text))
        }
        let decoded = FileAddress.decoded(text)
        try refuse(decoded.bytes.contains(0), "there is no such name")
        return FileAddress.uri(path: decoded.isAbsolute ? decoded : folder + Self.plain(decoded))
    }

    /// The URI of an absolute reference; nil if it is relative.
    private func absolute(_ text: String) throws(Refusal) -> String? {
        try refuse(text.isEmpty, "it is empty")
        try refuse(text.unicodeScalars.contains("\0"), "there is no such name")
        let lower = text.lowercased()
        try refuse(lower.hasPrefix("fd:"), "a list may not name what this process has open")
        if lower.hasPrefix("file:") {
            try refuse(isRemote, Self.namesFile)
            return try file(text)
        }
        if FileAddress.hasScheme(text) {
            let scheme = lower.prefix { $0 != ":" }
            try refuse(
                isRemote && !Self.schemes.contains(String(scheme)),
                "a list from the network may not name \(scheme):")
            try refuse(text.utf8.count <= scheme.utf8.count + 3, "there is no host in it")
            return AddressText.escaped(text)
        }
        try refuse(Self.isOfWindows(text), "there are no drives of Windows here")
        try refuse(isRemote && text.hasPrefix("/"), Self.namesFile)
        return nil
    }

    private func file(_ text: String) throws(Refusal) -> String {
        var rest = text.dropFirst("file:".count)
        let slashes = rest.prefix { $0 == "/" }.count
        try refuse(slashes == 0, "it names no file")
        if slashes == 1 { rest = Substring("//" + rest) }
        // A percent-encoded drive is a folder name here.
        try refuse(
            Self.isOfWindows(rest.drop { $0 == "/" }), "there are no drives of Windows here")
        guard let path = FileAddress.path(uri: "file:" + rest) else {
            throw Refusal(reason: "the file is on another machine")
        }
        try refuse(path.bytes.contains(0), "there is no such name")
        return FileAddress.uri(path: path)
    }

    private func refuse(_ condition: Bool, _ reason: String) throws(Refusal) {
        if condition { throw Refusal(reason: reason) }
    }

    /// The path of an existing file with this name; else with its Windows-1252 bytes, for non-UTF-8
    /// playlists.
    private func found(_ text: String) -> FilePath? {
        guard let path = FileAddress.path(uri: uri) else { return nil }
        return [FilePath(text), TextEncoding.windows1252(text).map { FilePath(bytes: $0) }].lazy
            .compactMap { $0.map { $0.isAbsolute ? $0 : Self.folder(path) + Self.plain($0) } }
            .first { exists($0) }
    }

    private func joined(with reference: String) -> String {
        AddressText.joined(uri, with: reference)
    }

    private static let namesFile = "a list from the network may not name files of this machine"
    /// The schemes that a remote playlist may use: remote ones.
    private static let schemes: Set<String> = [
        "http", "https", "ftp", "ftps", "rtsp", "rtsps", "rtsph", "rtspt", "rtspu", "rtmp", "rtmps", "rtmpt",
        "rtmpe",
        "mms", "mmsh", "mmst", "mmsu", "icy", "srt", "udp", "rtp", "rist",
    ]

    /// Whether a text has the form `C:\…`, `C:/…` or `\\server\…`.
    private static func isOfWindows(_ text: some StringProtocol) -> Bool {
        let start = Array(text.utf8.prefix(3))
        if start.starts(with: "\\\\".utf8) { return true }
        return start.count == 3 && start[0].isLetter && start[1] == UInt8(ascii: ":")
            && (start[2] == UInt8(ascii: "\\") || start[2] == UInt8(ascii: "/"))
    }

    private static func folder(_ path: FilePath) -> FilePath {
        path.folder.bytes.isEmpty ? "/" : path.folder
    }

    private static func plain(_ path: FilePath) -> FilePath {
        var rest = path.bytes[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == UInt8(ascii: "/") } }
        return FilePath(bytes: rest)
    }

    /// The file extension of a URI, without starting GStreamer.
    package static func ending(of uri: String) -> String {
        if let path = FileAddress.path(uri: uri) {
            return FileAddress.ending(of: FileAddress.uri(path: path))
        }
        let path = AddressText.parts(of: uri).path
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    }
}
