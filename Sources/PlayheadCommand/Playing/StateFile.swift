import Glibc
import Playhead
internal import PlayheadSystem

/// Times by name in a file of the user under `$XDG_STATE_HOME` (XDG Base Directory Specification): on each line the
/// seconds, the name, such as a URI, and maybe a text after a tab. Only the user can read the folder.
struct StateFile {
    struct Entry {
        var name: String
        var time: Duration
        var text: String?
    }

    /// Nil without a home directory: then nothing is kept.
    let path: String?
    /// The number of entries that are kept.
    let limit: Int

    /// The file with a name in the folder of Playhead.
    init(named name: String, limit: Int = 1000) {
        self.init(path: UserFolder.state.map { "\($0)/playhead/\(name)" }, limit: limit)
    }

    init(path: String?, limit: Int = 1000) { (self.path, self.limit) = (path, limit) }

    /// The entries; none if there is no file. Other lines are left out.
    func read() throws(FileFault) -> [Entry] {
        guard let path else { return [] }
        let file: LineFile
        do { file = try LineFile(path: path, limit: Self.longest) } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
        var entries: [Entry] = []
        while let line = try file.next() {
            let words = String(decoding: line.bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
            guard words.count == 2, let seconds = Double(words[0]), seconds.isFinite else {
                continue
            }
            let parts = words[1].split(separator: "\t", maxSplits: 1).map(String.init)
            guard let name = parts.first else { continue }
            let time = Duration.milliseconds(Int64((min(max(seconds, -1e12), 1e12) * 1000).rounded()))
            entries.append(Entry(name: name, time: time, text: parts.dropFirst().first))
        }
        return entries
    }

    /// Changes the entries. Beyond the limit, the first ones are dropped. What other processes change at the same time
    /// stays; a file that cannot be read is not overwritten.
    func change(_ edit: (inout [Entry]) -> Void) throws(FileFault) {
        guard let path else { throw FileFault(code: ENOENT) }
        let lock = try FolderLock(folder: OutputFile.makeFolder(of: path, mode: Self.folderMode))
        var entries = try read()
        edit(&entries)
        try write(entries, to: path)
        _ = consume lock
    }

    private func write(_ entries: [Entry], to path: String) throws(FileFault) {
        let lines = entries.suffix(limit).map { entry in
            let seconds = Double(Int64(entry.time / .milliseconds(1))) / 1000
            return "\(seconds) \(entry.name)" + (entry.text.map { "\t\($0)" } ?? "") + "\n"
        }
        try OutputFile.replace(path, with: Array(lines.joined().utf8), folderMode: Self.folderMode)
    }

    /// A canonical name of a file, independent of links and relative paths.
    static func name(of uri: String) -> String {
        FileAddress.path(uri: uri).flatMap(LocalFile.resolved).map(FileAddress.uri) ?? uri
    }

    /// Whether an item is another one each time: a file descriptor is.
    static func isPassing(_ uri: String) -> Bool { uri.hasPrefix("fd:") }

    private static let folderMode: UInt32 = 0o700
    /// The maximum length of a line, in bytes.
    private static let longest = 1 << 16
}
