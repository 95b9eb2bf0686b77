internal import GStreamer
import Playhead
internal import PlayheadSystem

/// The last position of each item, stored in a file of the user under `$XDG_STATE_HOME` (XDG Base Directory
/// Specification).
///
/// The latest entries come last. Errors of reading and writing are ignored.
struct ResumeFile {
    private let path: String?
    private var entries: [(uri: String, position: Duration)] = []

    /// Reads the file.
    init(path: String? = Self.usualPath) {
        self.path = path
        guard let path, let file = try? LineFile(path: path, limit: Self.longest) else { return }
        while let line = try? file.next() {
            let words = String(decoding: line.bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
            guard words.count == 2, let seconds = Double(words[0]), seconds.isFinite, seconds > 0 else {
                continue
            }
            entries.append((String(words[1]), .milliseconds(Int64(min(seconds, 1e9) * 1000))))
        }
    }

    /// The stored position of an item; nil if it begins at its start.
    func position(of uri: String) -> Duration? {
        let names = [uri, Self.name(of: uri)]
        return entries.last { names.contains($0.uri) }?.position
    }

    /// Stores the last position of an item, or removes it if the item was played to its end.
    mutating func keep(_ position: Duration, of duration: Duration?, for uri: String, isFinished: Bool) {
        let name = Self.name(of: uri)
        entries.removeAll { $0.uri == uri || $0.uri == name }
        let isWorth = position >= Self.worth && duration.map { $0 - position >= Self.worth } ?? true
        // A file descriptor refers to another medium each time, so it is not stored.
        if !isFinished, isWorth, !uri.hasPrefix("fd:") { entries.append((name, position)) }
        if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
        write()
    }

    /// A canonical name of a file, independent of links and relative paths.
    private static func name(of uri: String) -> String {
        FileAddress.path(uri: uri).flatMap(LocalFile.resolved).map(FileAddress.uri) ?? uri
    }

    private func write() {
        guard let path else { return }
        let lines = entries.map { "\(Double(Int64($0.position / .milliseconds(1))) / 1000) \($0.uri)\n" }
        try? OutputFile.replace(path, with: Array(lines.joined().utf8), folderMode: 0o700)
    }

    private static let worth: Duration = .seconds(5)
    private static let most = 1000
    /// The maximum length of a line, in bytes.
    private static let longest = 1 << 16

    /// The default path; nil without a home directory.
    static var usualPath: String? { UserFolder.state.map { $0 + "/playhead/positions" } }
}
