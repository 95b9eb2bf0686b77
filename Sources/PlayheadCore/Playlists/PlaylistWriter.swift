internal import PlayheadSystem

/// Writes a playlist as M3U8.
package struct PlaylistWriter {
    private let folder: String?

    package init(folder: String?) {
        self.folder = folder.map { path in
            let absolute = FileAddress.path(uri: FileAddress.uri(path: path))?.text ?? path
            return absolute.hasSuffix("/") ? absolute : absolute + "/"
        }
    }

    package func text(of playlist: Playlist) -> String {
        var text = "#EXTM3U\n"
        if let title = playlist.title { text += "#PLAYLIST:\(Self.oneLine(title))\n" }
        for item in playlist.items {
            let duration = playlist.durations[item] ?? item.imageDuration?.limit
            let title = item.title.map(Self.oneLine) ?? ""
            if duration != nil || !title.isEmpty {
                text += "#EXTINF:\(Self.wholeSeconds(duration)),\(title)\n"
            }
            if let start = item.startPosition, start > .zero { text += Self.option("start-time", start) }
            if let end = item.endPosition, end > .zero { text += Self.option("stop-time", end) }
            text += address(of: item.uri) + "\n"
        }
        return text
    }

    /// The path of a file URI if reading it gives the same URI; otherwise the URI.
    private func address(of uri: String) -> String {
        guard let path = FileAddress.path(uri: uri)?.text, FileAddress.uri(path: path) == uri,
            Self.isPlain(path)
        else {
            return AddressText.escaped(uri)
        }
        guard let folder, path.hasPrefix(folder), path.utf8.count > folder.utf8.count else { return path }
        let relative = String(path.dropFirst(folder.count))
        if relative.hasPrefix("/") || relative.hasPrefix("./") { return path }
        // The line must not begin like a comment, a URI, or a Windows path.
        let plain = Array(relative.utf8)[...]
        let needsFolder =
            plain.first == UInt8(ascii: "#") || plain.trimmed.count < plain.count
            || plain.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") }
        return needsFolder ? "./" + relative : relative
    }

    private static func isPlain(_ path: String) -> Bool {
        path.utf8.allSatisfy { $0 >= .space } && path.utf8.last != .space
    }

    /// The rounded seconds; -1 if unknown.
    private static func wholeSeconds(_ duration: Duration?) -> String {
        duration.map { "\(max(Int64($0.inSeconds.rounded()), 1))" } ?? "-1"
    }

    private static func option(_ name: String, _ position: Duration) -> String {
        "#EXTVLCOPT:\(name)=\(position.decimalSeconds)\n"
    }

    private static func oneLine(_ text: String) -> String {
        let bytes = text.utf8.map { $0 < .space ? .space : $0 }
        return String(decoding: bytes[...].trimmed, as: UTF8.self)
    }
}
